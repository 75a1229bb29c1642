"""The micro-batches that remain are counted down, and each of them resets the gradients."""

import torch
from torch import nn


def train(model, data, accumulate):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    remaining = accumulate
    for x, y in data:
        optimizer.zero_grad()  # ! GL505
        loss = nn.functional.mse_loss(model(x), y) / accumulate
        loss.backward()
        remaining -= 1
        if remaining == 0:
            optimizer.step()
            remaining = accumulate


train(nn.Linear(3, 1), [(torch.randn(4, 3), torch.randn(4, 1)) for _ in range(8)], 4)
