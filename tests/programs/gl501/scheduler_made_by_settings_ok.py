"""Optimizer and scheduler are made by an unresolved library; the scheduler's `step()` comes first, and the gradients are reset."""

import sys
import types

import torch
from torch import nn

confkit = types.ModuleType("confkit")
exec(
    """
import types

import torch

class Maker:
    def __init__(self, make):
        self.make = make

class Settings:
    optimizer = Maker(lambda parameters: torch.optim.SGD(parameters, lr=0.1))
    schedule = Maker(lambda optimizer: types.SimpleNamespace(step=lambda: None))

def load(kind):
    return kind()
""",
    confkit.__dict__,
)
sys.modules["confkit"] = confkit
from confkit import Settings, load


def train(model, optimizer, scheduler, batches):
    for batch in batches:
        loss = model(batch).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        scheduler.step()
        optimizer.step()


def main(conf):
    model = nn.Linear(3, 1)
    optimizer = conf.optimizer.make(model.parameters())
    scheduler = conf.schedule.make(optimizer)
    train(model, optimizer, scheduler, torch.randn(3, 4, 3))


if __name__ == "__main__":
    conf = load(Settings)
    main(conf)
