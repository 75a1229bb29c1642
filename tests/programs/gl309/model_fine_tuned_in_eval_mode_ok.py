"""The model is switched to eval mode once, before all training: the batch norm statistics of the old data are kept."""

import torch
from torch import nn


model = nn.Sequential(nn.Linear(3, 8), nn.BatchNorm1d(8), nn.Linear(8, 1))
model.eval()
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
for epoch in range(4):
    loss = model(torch.randn(8, 3)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    with torch.no_grad():
        print(model(torch.randn(8, 3)).mean().item())
