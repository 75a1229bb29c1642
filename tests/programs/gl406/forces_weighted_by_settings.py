"""The term without a graph is added in place to the loss, scaled by an attribute of the trainer that its caller has read from a file."""

import sys
import types

import torch
from torch import nn

library = types.ModuleType("run_settings")
exec('weights = {"forces": 0.5}', library.__dict__)
sys.modules["run_settings"] = library
from run_settings import weights


class Trainer:
    def __init__(self, weights):
        self.weights = weights
        self.potential = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 1))
        self.optimizer = torch.optim.SGD(self.potential.parameters(), lr=0.01)

    def step(self, positions, energies, forces):
        positions.requires_grad_()
        predicted = self.potential(positions)
        (slope,) = torch.autograd.grad(predicted.sum(), positions, retain_graph=True)
        loss = (predicted - energies).square().mean()
        loss += (slope + forces).square().mean() * self.weights["forces"]  # ! GL406
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()


trainer = Trainer(weights)
for _ in range(3):
    print(trainer.step(torch.randn(5, 3), torch.randn(5, 1), torch.randn(5, 3)))
