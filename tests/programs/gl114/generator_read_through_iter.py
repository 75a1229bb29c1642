"""The count of the weights takes each from the generator expression that the optimizer is given."""

import torch
from torch import nn


class Trainer:
    def __init__(self, model):
        self.weights = (parameter for name, parameter in model.named_parameters() if name.endswith("weight"))
        self.count()
        self.optimizer = torch.optim.Adam(self.weights, lr=1e-3)  # ! GL114

    def count(self):
        total, weights = 0, iter(self.weights)
        while True:
            try:
                total += next(weights).numel()
            except StopIteration:
                break
        print(total)


Trainer(nn.Sequential(nn.Linear(3, 4), nn.Linear(4, 1)))
