"""The count of the weights takes each from a generator expression; the optimizer is given all parameters."""

import torch
from torch import nn


class Trainer:
    def __init__(self, model):
        self.weights = (parameter for name, parameter in model.named_parameters() if name.endswith("weight"))
        self.count()
        self.optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)

    def count(self):
        total, weights = 0, iter(self.weights)
        while True:
            try:
                total += next(weights).numel()
            except StopIteration:
                break
        print(total)


Trainer(nn.Sequential(nn.Linear(3, 4), nn.Linear(4, 1)))
