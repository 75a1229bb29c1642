"""The scaled loss is backpropagated."""

import torch
from torch import nn


def train(model, loader, steps):
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    scaler = torch.amp.GradScaler("cpu", init_scale=1024.0)
    for _, (x, y) in zip(range(steps), loader, strict=False):
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(model(x), y)
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()


train(nn.Linear(3, 1), [(torch.randn(8, 3), torch.randn(8, 1)) for _ in range(3)], 3)
