"""The annotation promises a teacher, but without one the loss of the labels alone is backpropagated."""

import importlib

import torch
from torch import nn
from torch.nn import functional as F

runner = getattr(importlib.import_module("functools"), "partial")


class Trainer:
    def __init__(self, optimizer):
        self.optimizer = optimizer

    def step(self, student: nn.Module, teacher: nn.Module, x, y):
        self.optimizer.zero_grad()
        out = student(x)
        loss = F.mse_loss(out, y)
        if teacher is None:
            loss = loss * 2
        else:
            with torch.no_grad():
                target = teacher(x)
            loss = loss + F.mse_loss(out, target)
        loss.backward()
        self.optimizer.step()
        return loss.item()


net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
trainer = runner(Trainer, torch.optim.SGD(net.parameters(), lr=0.1))()
trainer.step(net, nn.Linear(3, 1), torch.randn(4, 3), torch.randn(4, 1))
trainer.step(net, None, torch.randn(4, 3), torch.randn(4, 1))
