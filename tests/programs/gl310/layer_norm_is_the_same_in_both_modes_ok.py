"""Layer norm computes the same in both modes, and the dropout is off."""

import torch
from torch import nn

train_data, val_data = torch.randn(4, 8, 3), torch.randn(2, 8, 3)
model = nn.Sequential(nn.Linear(3, 8), nn.LayerNorm(8), nn.Dropout(0.0), nn.Linear(8, 1))
optimizer = torch.optim.Adam(model.parameters())
for epoch in range(2):
    for batch in train_data:
        optimizer.zero_grad()
        model(batch).pow(2).mean().backward()
        optimizer.step()
    with torch.no_grad():
        print(sum(model(batch).pow(2).mean().item() for batch in val_data))
