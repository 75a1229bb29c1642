"""The model is in eval mode while it validates, and in training mode again after it."""

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
        model.eval()
        scores = []
        with torch.no_grad():
            for batch in val_data:
                scores.append(model(batch).abs().max().item())
        model.train()
        print(step, max(scores))
