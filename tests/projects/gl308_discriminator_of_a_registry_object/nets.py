"""Networks by name."""

from torch import nn


class Registry:
    def __init__(self):
        self.known = {}

    def register(self, name):
        def store(made):
            self.known[name] = made
            return made

        return store

    def get(self, name):
        return self.known[name]


NETS = Registry()


@NETS.register("plain")
class Plain(nn.Module):
    def __init__(self):
        super().__init__()
        self.main = nn.Linear(3, 1)

    def forward(self, x):
        return self.main(x).tanh()
