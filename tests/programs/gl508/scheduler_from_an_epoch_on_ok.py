"""The scheduler is left out in the epochs before its start."""

import os

import torch
from torch import nn


def train(warmup, epochs):
    model = nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 2)
    for epoch in range(epochs):
        if epoch >= warmup + 1:
            scheduler.step()
        for batch in torch.randn(2, 4, 3):
            optimizer.zero_grad()
            model(batch).square().mean().backward()
            optimizer.step()


train(int(os.environ.get("WARMUP", "1")), 4)
