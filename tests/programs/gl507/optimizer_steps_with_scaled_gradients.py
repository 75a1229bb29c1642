"""The scaler only scales the loss, and the optimizer uses gradients that are 1024 times too large."""

import torch
from torch import nn


def train(model, optimizer, batches):
    scaler = torch.amp.GradScaler("cpu", init_scale=1024.0)
    for batch in batches:
        optimizer.zero_grad()
        loss = model(batch).abs().mean()
        scaler.scale(loss).backward()
        optimizer.step()  # ! GL507


model = nn.Linear(3, 1)
train(model, torch.optim.SGD(model.parameters(), lr=0.01), torch.randn(4, 8, 3))
