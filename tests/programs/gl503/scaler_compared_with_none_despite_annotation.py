"""The annotation promises a scaler, but the caller without mixed precision passes None, and the step precedes the backward there."""

import importlib

import torch
from torch import nn
from torch.amp import GradScaler
from torch.optim import Optimizer

runner = getattr(importlib.import_module("functools"), "partial")


def train(model: nn.Module, data, criterion: nn.Module, optimizer: Optimizer, scaler: GradScaler):
    model.train()
    for x, y in data:
        with torch.autocast("cpu", enabled=scaler is not None):
            loss = criterion(model(x), y)
        optimizer.zero_grad()
        if scaler is not None:
            scaler.scale(loss).backward()
            scaler.step(optimizer)
            scaler.update()
        else:
            optimizer.step()  # ! GL503
            loss.backward()


net = nn.Linear(3, 1)
batches = [(torch.randn(4, 3), torch.randn(4, 1))] * 4
runner(train)(net, batches, nn.MSELoss(), torch.optim.SGD(net.parameters(), lr=0.1), None)
