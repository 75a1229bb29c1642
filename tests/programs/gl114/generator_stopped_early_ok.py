"""The first parameter of a generator expression is looked at; the others are left for the optimizer."""

import torch
from torch import nn

model = nn.Sequential(nn.Linear(3, 4), nn.Linear(4, 1))
parameters = (parameter for parameter in model.parameters())
for parameter in parameters:
    print(parameter.dtype)
    break
optimizer = torch.optim.SGD(parameters, lr=0.1)
