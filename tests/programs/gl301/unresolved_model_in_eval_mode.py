"""The model comes out of a factory that was chosen at run time; its eval() shows that it is a module."""

import json

import torch
from torch import nn

ZOO = {
    "small": lambda: nn.Linear(6, 2),
    "large": lambda: nn.Sequential(nn.Linear(6, 12), nn.GELU(), nn.Linear(12, 2)),
}


def load(name):
    return ZOO[name]()


model = load(json.loads('{"model": "large"}')["model"])
model.eval()
right = 0
for batch in torch.randn(3, 4, 6):
    right += model(batch).argmax(dim=1).sum().item()  # ! GL301
print(right)
