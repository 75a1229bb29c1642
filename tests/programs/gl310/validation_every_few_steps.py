"""The loop over the training data validates every few steps, in training mode."""

import torch
from torch import nn

train_data, val_data = torch.randn(6, 8, 3), torch.randn(2, 8, 3)
model = nn.Sequential(nn.Linear(3, 8), nn.BatchNorm1d(8), nn.ReLU(), nn.Linear(8, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for step, x in enumerate(train_data):
    optimizer.zero_grad()
    model(x).pow(2).mean().backward()
    optimizer.step()
    if step % 2 == 1:
        scores = []
        with torch.no_grad():
            for batch in val_data:
                scores.append(model(batch).abs().max().item())  # ! GL310
        print(step, max(scores))
