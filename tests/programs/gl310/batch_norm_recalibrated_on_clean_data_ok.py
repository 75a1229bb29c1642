"""The statistics of batch norm are computed again, in training mode; the results are discarded."""

import torch
from torch import nn

train_data, clean_data = torch.randn(4, 8, 3), torch.randn(2, 8, 3)
model = nn.Sequential(nn.Linear(3, 16), nn.BatchNorm1d(16), nn.Linear(16, 1))
optimizer = torch.optim.Adam(model.parameters())
for batch in train_data:
    optimizer.zero_grad()
    model(batch).pow(2).mean().backward()
    optimizer.step()
with torch.no_grad():
    for batch in clean_data:
        model(batch)
print(model[1].running_mean.norm().item())
