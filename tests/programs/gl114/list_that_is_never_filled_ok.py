"""The list receives the parameters."""

import torch
from torch import nn

model = nn.Linear(3, 1)
parameters = []
for parameter in model.parameters():
    parameter.requires_grad_(True)
parameters.extend(model.parameters())
optimizer = torch.optim.SGD(parameters, lr=0.1)

x, y = torch.randn(8, 3), torch.randn(8, 1)
for _ in range(3):
    optimizer.zero_grad()
    nn.functional.mse_loss(model(x), y).backward()
    optimizer.step()
