"""The program handles the error."""

import torch
from torch import nn

model = nn.Linear(3, 1)
try:
    optimizer = torch.optim.SGD([], lr=0.1)
except ValueError:
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

x, y = torch.randn(8, 3), torch.randn(8, 1)
for _ in range(3):
    optimizer.zero_grad()
    nn.functional.mse_loss(model(x), y).backward()
    optimizer.step()
