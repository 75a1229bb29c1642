"""The filter leaves the bias out of the first group."""

import torch
from torch import nn

model = nn.Linear(3, 1)
special = {id(model.bias)}
base = filter(lambda parameter: id(parameter) not in special, model.parameters())
optimizer = torch.optim.SGD([{"params": base}, {"params": [model.bias], "lr": 0.01}], lr=0.1)

x, y = torch.randn(8, 3), torch.randn(8, 1)
for _ in range(3):
    optimizer.zero_grad()
    nn.functional.mse_loss(model(x), y).backward()
    optimizer.step()
