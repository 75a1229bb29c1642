"""Leaves, their gradients and modules without results can be copied."""

import copy

import torch
from torch import nn

model = nn.Linear(3, 1)
start = torch.zeros(3, requires_grad=True)
model(start).sum().backward()
print(copy.deepcopy(model).weight.grad, copy.deepcopy({"start": start, "model": model})["start"].grad)
