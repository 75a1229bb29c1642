"""transformers: Adafactor is an optimizer."""

import torch
from transformers import Adafactor


def not_reset(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = Adafactor(model.parameters())
    for x in loader:
        (model(x) ** 2).sum().backward()  # ! GL501
        optimizer.step()


def reset(loader):
    model = torch.nn.Linear(3, 1)
    optimizer = Adafactor(model.parameters())
    for x in loader:
        (model(x) ** 2).sum().backward()
        optimizer.step()
        optimizer.zero_grad()
