"""The micro-batches that remain are counted down, and the gradients are reset after the step."""

import torch
from torch import nn


def train(model, data, accumulate):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    remaining = accumulate
    for x, y in data:
        loss = nn.functional.mse_loss(model(x), y) / accumulate
        loss.backward()
        remaining -= 1
        if remaining == 0:
            optimizer.step()
            optimizer.zero_grad()
            remaining = accumulate


train(nn.Linear(3, 1), [(torch.randn(4, 3), torch.randn(4, 1)) for _ in range(8)], 4)
