"""An unresolved function receives the optimizer in each iteration, sets its learning rate and resets the gradients."""

import sys
import types

import torch
from torch import nn

train_helpers = types.ModuleType("train_helpers")
exec(
    """
def prepare_update(optimizer, step):
    for group in optimizer.param_groups:
        group["lr"] = 0.1 / (step + 1)
    optimizer.zero_grad()
""",
    train_helpers.__dict__,
)
sys.modules["train_helpers"] = train_helpers
from train_helpers import prepare_update


class Trainer:
    def __init__(self):
        self.model = nn.Linear(3, 1)
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.1)

    def fit(self):
        for step in range(4):
            prepare_update(self.optimizer, step)
            loss = self.model(torch.randn(8, 3)).pow(2).mean()
            loss.backward()
            self.optimizer.step()


Trainer().fit()
