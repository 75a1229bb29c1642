"""The first optimizer reads the generator to its end."""

import torch
from torch import nn

model = nn.Linear(3, 1)
parameters = model.parameters()
warmup = torch.optim.SGD(parameters, lr=0.01)
optimizer = torch.optim.Adam(parameters, lr=0.001)  # ! GL114

x, y = torch.randn(8, 3), torch.randn(8, 1)
for _ in range(3):
    optimizer.zero_grad()
    nn.functional.mse_loss(model(x), y).backward()
    optimizer.step()
