"""The annotation promises an optimizer of the head, but evaluation of a fixed head passes None, and the other reset comes too late."""

import importlib

import torch
from torch import nn

runner = getattr(importlib.import_module("functools"), "partial")


def fit(body: nn.Module, head: nn.Module, data, body_optimizer: torch.optim.Optimizer, head_optimizer: torch.optim.Optimizer):
    for x, y in data:
        loss = (head(body(x)) - y).pow(2).mean()
        if head_optimizer is not None:
            head_optimizer.zero_grad()
            body_optimizer.zero_grad()
            loss.backward()
            head_optimizer.step()
            body_optimizer.step()
        else:
            loss.backward()
            body_optimizer.zero_grad()  # ! GL502
            body_optimizer.step()


body, head = nn.Linear(3, 4), nn.Linear(4, 1)
batches = [(torch.randn(4, 3), torch.randn(4, 1))] * 4
runner(fit)(body, head, batches, torch.optim.SGD(body.parameters(), lr=0.1), None)
