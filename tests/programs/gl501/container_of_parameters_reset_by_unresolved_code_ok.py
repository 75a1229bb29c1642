"""Unresolved code receives a container through which it reaches the parameters or the optimizer, and resets the gradients."""

import sys
import types

import torch
from torch import nn

records = types.ModuleType("records")
exec(
    """
def finish(parts):
    parts["optimizer"].zero_grad()

def clear(groups):
    for group in groups:
        for parameter in group:
            parameter.grad = None

def restart(states):
    states["models"][0].zero_grad()
""",
    records.__dict__,
)
sys.modules["records"] = records
from records import clear, finish, restart


def train(model, optimizer, loader):
    for x, y in loader:
        nn.functional.mse_loss(model(x), y).backward()
        optimizer.step()
        finish({"optimizer": optimizer, "loss": 0.0})


def train_with_groups(model, optimizer, loader):
    for x, y in loader:
        nn.functional.mse_loss(model(x), y).backward()
        optimizer.step()
        clear([[parameter for parameter in model.parameters()], []])


def train_with_states(model, optimizer, loader):
    for x, y in loader:
        nn.functional.mse_loss(model(x), y).backward()
        optimizer.step()
        restart({"models": [model], "losses": []})


hidden = eval
loader = [(torch.randn(2, 3), torch.randn(2, 1)) for _ in range(4)]
model = nn.Linear(3, 1)
hidden("train")(model, torch.optim.SGD(model.parameters(), lr=0.1), loader)
hidden("train_with_groups")(model, torch.optim.SGD(model.parameters(), lr=0.1), loader)
hidden("train_with_states")(model, torch.optim.SGD(model.parameters(), lr=0.1), loader)
