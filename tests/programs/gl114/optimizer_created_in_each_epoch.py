"""The second iteration creates an optimizer of a generator that the first has read."""

import torch
from torch import nn

model = nn.Linear(3, 1)
parameters = model.parameters()
for epoch in range(3):
    optimizer = torch.optim.SGD(parameters, lr=0.1 / (epoch + 1))  # ! GL114

x, y = torch.randn(8, 3), torch.randn(8, 1)
for _ in range(3):
    optimizer.zero_grad()
    nn.functional.mse_loss(model(x), y).backward()
    optimizer.step()
