"""The helper receives a generator of its own."""

import torch
from torch import nn


def describe(parameters):
    for parameter in parameters:
        print(tuple(parameter.shape))


model = nn.Linear(3, 1)
parameters = model.parameters()
describe(model.parameters())
optimizer = torch.optim.SGD(parameters, lr=0.1)

x, y = torch.randn(8, 3), torch.randn(8, 1)
for _ in range(3):
    optimizer.zero_grad()
    nn.functional.mse_loss(model(x), y).backward()
    optimizer.step()
