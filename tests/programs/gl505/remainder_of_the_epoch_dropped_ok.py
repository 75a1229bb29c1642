"""The gradients of the last, incomplete group are dropped at the start of the next epoch."""

import torch
from torch import nn


def train(model, loader, optimizer, k):
    for epoch in range(4):
        optimizer.zero_grad()
        for i, x in enumerate(loader):
            loss = model(x).pow(2).mean() / k
            loss.backward()
            if (i + 1) % k == 0:
                optimizer.step()
                optimizer.zero_grad()


net = nn.Linear(3, 1)
train(net, torch.randn(7, 8, 3), torch.optim.SGD(net.parameters(), lr=0.1), 2)
