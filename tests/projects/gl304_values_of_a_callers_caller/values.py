"""Values of states: the layer's result is only used detached."""
from torch import nn


class Values:
    def __init__(self):
        self.net = nn.Linear(3, 2)

    def best_values(self, states):
        return self.net(states).detach().max(1).values  # ! GL304
