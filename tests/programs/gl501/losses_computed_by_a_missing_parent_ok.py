"""A parent class of another package computes the loss and its parts from outputs and targets; the loop resets the gradients."""

import sys
import types

import torch

base = types.ModuleType("trainers")
exec(
    """
import torch

class Trainer:
    def compute(self, outputs, targets, weight=1.0):
        error = (outputs - targets).pow(2).mean()
        return error * weight, {"error": error.item()}
""",
    base.__dict__,
)
sys.modules["trainers"] = base
from trainers import Trainer


class Regression(Trainer):
    def run(self, model, optimizer, batches):
        optimizer.zero_grad()
        for x, y in batches:
            loss, parts = self.compute(model(x), y)
            if parts["error"] > 0:
                loss.backward()
                optimizer.step()
                optimizer.zero_grad()


net = torch.nn.Linear(3, 1)
Regression().run(net, torch.optim.SGD(net.parameters(), lr=0.1), [(torch.randn(4, 3), torch.randn(4, 1)) for _ in range(3)])
