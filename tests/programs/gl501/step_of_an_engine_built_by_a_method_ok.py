"""The trainer hands a nested step to a library's engine, which calls it for each batch; each call resets the gradients."""

import sys
import types

import torch
from torch import nn

engines = types.ModuleType("engines")
exec(
    """
class Engine:
    def __init__(self, step):
        self.step = step

    def run(self, batches):
        for batch in batches:
            self.step(self, batch)
""",
    engines.__dict__,
)
sys.modules["engines"] = engines
from engines import Engine


class Trainer:
    def __init__(self):
        self.model = nn.Linear(3, 1)
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.1)

    def build(self):
        def step(engine, batch):
            x, y = batch
            loss = nn.functional.mse_loss(self.model(x), y)
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            return loss.item()

        return Engine(step)


Trainer().build().run([(torch.randn(4, 3), torch.randn(4, 1)) for _ in range(4)])
