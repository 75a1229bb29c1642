"""The option is called retain_graph."""

import torch
from torch import nn

WALK = {"retain_graph": True}
network = nn.Linear(3, 1)
answer = network(torch.randn(4, 3)).exp()
answer.mean().backward(**WALK)
answer.sum().backward()
print(network.bias.grad)
