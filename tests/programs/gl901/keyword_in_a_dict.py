"""The old keyword stands in a dict of options that is unpacked into the call."""

import torch
from torch import nn

WALK = {"retain_variables": True}
network = nn.Linear(3, 1)
answer = network(torch.randn(4, 3)).exp()
answer.mean().backward(**WALK)  # ! GL901
answer.sum().backward()
print(network.bias.grad)
