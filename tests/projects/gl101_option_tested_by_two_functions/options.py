import os


class Options:
    def __init__(self):
        self.strict = os.environ.get("STRICT", "")


options = Options()
