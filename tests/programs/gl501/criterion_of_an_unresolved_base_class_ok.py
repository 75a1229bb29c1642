"""The trainer's base class makes criterion, network and optimizer; a step backpropagates their loss, and resets the gradients."""

import sys
import types

import torch
from torch import nn

engine = types.ModuleType("engine")
exec(
    """
import torch

class Engine:
    def __init__(self):
        self.network = torch.nn.Linear(3, 2)
        self.updater = torch.optim.SGD(self.network.parameters(), lr=0.1)
        self.criterion = torch.nn.functional.cross_entropy
""",
    engine.__dict__,
)
sys.modules["engine"] = engine
from engine import Engine


class Recipe(Engine):
    def step(self, x, y):
        outputs = nn.functional.dropout(self.network(x))
        loss = self.criterion(outputs, y)
        loss.backward()
        self.updater.step()
        self.updater.zero_grad()
        return loss.item()

    def fit(self, batches):
        self.updater.zero_grad()
        return [self.step(x, y) for x, y in batches]


print(Recipe().fit([(torch.randn(4, 3), torch.randint(0, 2, (4,))) for _ in range(3)]))
