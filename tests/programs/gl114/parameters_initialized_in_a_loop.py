"""The loop reads the generator to its end."""

import torch
from torch import nn

model = nn.Linear(3, 1)
weights = model.parameters()
for weight in weights:
    nn.init.normal_(weight, std=0.1)
optimizer = torch.optim.SGD(weights, lr=0.1)  # ! GL114

x, y = torch.randn(8, 3), torch.randn(8, 1)
for _ in range(3):
    optimizer.zero_grad()
    nn.functional.mse_loss(model(x), y).backward()
    optimizer.step()
