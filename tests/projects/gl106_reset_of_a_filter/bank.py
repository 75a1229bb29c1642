class Bank:
    def __init__(self, filters):
        self.filters = filters

    def restart(self):
        for each in self.filters:
            each.clear()
