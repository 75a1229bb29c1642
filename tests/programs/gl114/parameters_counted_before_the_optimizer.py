"""Counting the parameters reads the generator to its end."""

import torch
from torch import nn

model = nn.Sequential(nn.Linear(3, 8), nn.ReLU(), nn.Linear(8, 1))
parameters = model.parameters()
print("parameters:", sum(parameter.numel() for parameter in parameters))
optimizer = torch.optim.Adam(parameters, lr=0.01)  # ! GL114

x, y = torch.randn(8, 3), torch.randn(8, 1)
for _ in range(3):
    optimizer.zero_grad()
    nn.functional.mse_loss(model(x), y).backward()
    optimizer.step()
