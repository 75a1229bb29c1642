"""Early stopping compares validation losses that dropout makes noisy."""

import torch
from torch import nn


def validation_loss(model, loader):
    return sum(nn.functional.mse_loss(model(x), y).item() for x, y in loader) / len(loader)  # ! GL310


train = [(torch.randn(8, 3), torch.randn(8, 1)) for _ in range(3)]
held_out = [(torch.randn(8, 3), torch.randn(8, 1)) for _ in range(2)]
model = nn.Sequential(nn.Linear(3, 32), nn.ReLU(), nn.Dropout(), nn.Linear(32, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
best, patience = float("inf"), 3
for epoch in range(5):
    model.train()
    for x, y in train:
        optimizer.zero_grad()
        nn.functional.mse_loss(model(x), y).backward()
        optimizer.step()
    with torch.no_grad():
        current = validation_loss(model, held_out)
    patience = 3 if current < best else patience - 1
    best = min(best, current)
    if not patience:
        break
print(best)
