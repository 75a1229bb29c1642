"""The same with gradients that are reset after each step."""

import sys
import types

import torch
from torch import nn

factories = types.ModuleType("factories")
exec(
    """
import torch

def optimizer_of(config, model):
    return torch.optim.SGD(model.parameters(), lr=config["rate"])
""",
    factories.__dict__,
)
sys.modules["factories"] = factories
from factories import optimizer_of


class Trainer:
    def __init__(self, config, model):
        self.model = model
        self.optimizer = optimizer_of(config, model)
        self.scaler = torch.amp.GradScaler("cpu", enabled=config["amp"])

    def fit(self, batches):
        for x, y in batches:
            loss = nn.functional.mse_loss(self.model(x), y)
            self.scaler.scale(loss).backward()
            self.scaler.step(self.optimizer)
            self.scaler.update()
            self.optimizer.zero_grad()


class Warmed(Trainer):
    def fit(self, batches):
        for x, y in batches:
            loss = nn.functional.mse_loss(self.model(x), y)
            self.scaler.scale(loss).backward()
            self.scaler.unscale_(self.optimizer)
            nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
            self.scaler.step(optimizer=self.optimizer)
            self.scaler.update()
            self.optimizer.zero_grad()


hidden = eval
for name in ("Trainer", "Warmed"):
    hidden(name)({"rate": 0.1, "amp": False}, nn.Linear(3, 2)).fit([(torch.randn(2, 3), torch.randn(2, 2)) for _ in range(4)])
