class Bank:
    def __init__(self, filters):
        self.filters = filters

    def rearm(self):
        for each in self.filters:
            each.setdefault()
