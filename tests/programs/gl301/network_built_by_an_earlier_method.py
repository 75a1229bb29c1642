"""The method that builds the network leaves all parameters to train."""

import sys
import types

import torch
from torch import nn

library = types.ModuleType("model_zoo")
library.build = lambda name: nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2))
sys.modules["model_zoo"] = library
import model_zoo


class Judge:
    def __init__(self, name):
        self.name = name
        self.network = None

    def prepare(self):
        if self.network is None:
            self.network = model_zoo.build(self.name)
        return self

    def evaluate(self, batches):
        print("parameters:", sum(parameter.numel() for parameter in self.network.parameters()))
        self._score_all(self.network, batches)

    def _score_all(self, network, batches):
        network.eval()
        for batch in batches:
            print(network(batch).argmax(1).tolist())  # ! GL301


eval("Judge('small').prepare().evaluate(torch.rand(2, 4, 3))")
