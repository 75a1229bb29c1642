"""A report in the constructor reads the generator expression to its end, before the optimizer does."""

import torch
from torch import nn


class Experiment:
    def __init__(self, model):
        self.model = model
        self.weights = (parameter for name, parameter in model.named_parameters() if name.endswith("weight"))
        self.report()
        self.optimizer = torch.optim.Adam(self.weights, lr=1e-3)  # ! GL114

    def report(self):
        for weight in self.weights:
            print(tuple(weight.shape))


Experiment(nn.Sequential(nn.Linear(3, 4), nn.Linear(4, 1)))
