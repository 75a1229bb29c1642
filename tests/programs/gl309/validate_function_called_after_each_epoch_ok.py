"""Each epoch begins in training mode."""

import torch
from torch import nn


def train_epoch(model, optimizer):
    model.train()
    for step in range(4):
        loss = model(torch.randn(8, 3)).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def validate(model):
    model.eval()
    total = 0.0
    with torch.no_grad():
        for step in range(2):
            total += model(torch.randn(8, 3)).pow(2).mean().item()
    return total


model = nn.Sequential(nn.Linear(3, 8), nn.BatchNorm1d(8), nn.ReLU(), nn.Linear(8, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for epoch in range(4):
    train_epoch(model, optimizer)
    print(validate(model))
