"""Averages of the weights depend on each iteration's parameters; that they are copied without a graph after training frees nothing before."""

import torch
from torch import nn

net = nn.Linear(3, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
averages = {name: p.detach().clone() for name, p in net.named_parameters()}
for x in torch.randn(6, 4, 3):
    optimizer.zero_grad()
    net(x).pow(2).mean().backward()
    optimizer.step()
    for name, p in net.named_parameters():
        averages[name] = 0.9 * averages[name] + 0.1 * p  # ! GL202
with torch.no_grad():
    for name, p in net.named_parameters():
        p.copy_(averages[name])
print(net.weight)
