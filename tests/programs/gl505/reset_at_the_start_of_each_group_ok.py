"""Gradients are reset at the start of each group of micro-batches, and used at its end."""

import torch
from torch import nn


def train(model, loader, optimizer, k):
    for i, x in enumerate(loader):
        if i % k == 0:
            optimizer.zero_grad()
        loss = model(x).pow(2).mean() / k
        loss.backward()
        if (i + 1) % k == 0:
            optimizer.step()


net = nn.Linear(3, 1)
train(net, torch.randn(8, 8, 3), torch.optim.SGD(net.parameters(), lr=0.1), 2)
