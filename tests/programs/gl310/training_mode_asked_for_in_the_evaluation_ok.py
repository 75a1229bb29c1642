"""The evaluation calls `train()` itself: dropout is meant to be on."""

import torch
from torch import nn


def evaluate_with_dropout(model, batches):
    model.train()
    with torch.no_grad():
        return [model(batch).mean().item() for batch in batches]


model = nn.Sequential(nn.Linear(3, 16), nn.ReLU(), nn.Dropout(0.5), nn.Linear(16, 1))
optimizer = torch.optim.Adam(model.parameters())
for batch in torch.randn(4, 8, 3):
    optimizer.zero_grad()
    model(batch).pow(2).mean().backward()
    optimizer.step()
print(evaluate_with_dropout(model, torch.randn(2, 8, 3)))
