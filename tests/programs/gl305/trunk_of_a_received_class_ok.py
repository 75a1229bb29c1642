"""The network is made from a class that the caller chooses, and only the head's parameters are optimized."""

from typing import Type

import torch
from torch import nn
from torch.optim import Optimizer


def adapt(trunk_type: Type[nn.Module], solver_type: Type[Optimizer], batches, width=8):
    trunk = trunk_type(width)
    head = nn.Linear(width, 3)
    solver = solver_type([*trunk.parameters(), *head.parameters()], lr=0.01)
    for x, y in batches:
        features = trunk(x)
        loss = nn.functional.cross_entropy(head(features), y)
        solver.zero_grad()
        loss.backward()
        solver.step()


class Trunk(nn.Sequential):
    def __init__(self, width):
        super().__init__(nn.Linear(4, width), nn.ReLU(), nn.Linear(width, width))


eval("adapt")(Trunk, torch.optim.SGD, [(torch.randn(5, 4), torch.randint(0, 3, (5,))) for _ in range(3)])
