"""The terms are balanced by their values, which are detached on purpose: each term keeps its own graph."""

import torch
from torch import nn

network = nn.Linear(4, 3)
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
for batch in torch.randn(3, 5, 4):
    answer = network(batch)
    near, far = answer.abs().mean(), answer.pow(2).mean()
    balance = near.detach() / (far.detach() + 1e-6)
    optimizer.zero_grad()
    (near + balance * far).backward()
    optimizer.step()
