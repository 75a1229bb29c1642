"""One statement runs backward for every column of one output: each run but the last retains what the next one needs."""

import torch
from torch import nn

network = nn.Sequential(nn.Linear(4, 6), nn.Tanh(), nn.Linear(6, 3))
outputs = network(torch.randn(5, 4))
norms = []
for index in range(outputs.size(1)):
    network.zero_grad()
    outputs[:, index].sum().backward(retain_graph=True)
    norms.append(network[0].weight.grad.norm().item())
print(norms)
