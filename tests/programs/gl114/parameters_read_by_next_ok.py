"""A while loop takes the parameters with `next` until none is left, and the optimizer is given new ones."""

import torch
from torch import nn

model = nn.Sequential(nn.Linear(3, 4), nn.Linear(4, 1))
parameters = model.parameters()
while True:
    try:
        parameter = next(parameters)
    except StopIteration:
        break
    print(tuple(parameter.shape))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
