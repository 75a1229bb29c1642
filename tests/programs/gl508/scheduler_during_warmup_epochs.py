"""The scheduler steps at the start of the epochs of a warm-up, and so of the first one."""

import torch
from torch import nn


def train(warmup, epochs):
    model = nn.Linear(3, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 2)
    for epoch in range(epochs):
        if epoch < warmup:
            scheduler.step()  # ! GL508
        for batch in torch.randn(2, 4, 3):
            optimizer.zero_grad()
            model(batch).square().mean().backward()
            optimizer.step()


train(1, 4)
