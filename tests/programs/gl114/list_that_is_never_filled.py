"""The loop does not add the parameters to the list."""

import torch
from torch import nn

model = nn.Linear(3, 1)
parameters = []
for parameter in model.parameters():
    parameter.requires_grad_(True)
optimizer = torch.optim.SGD(parameters, lr=0.1)  # ! GL114

x, y = torch.randn(8, 3), torch.randn(8, 1)
for _ in range(3):
    optimizer.zero_grad()
    nn.functional.mse_loss(model(x), y).backward()
    optimizer.step()
