"""One graph is retained for the second of two backwards in each iteration, and the carried state is a value."""

import torch
from torch import nn

network, level = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1)), 0.0
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
for batch in torch.randn(4, 5, 3):
    answer = network(batch) - level
    level = 0.9 * level + 0.1 * answer.detach().mean()
    optimizer.zero_grad()
    answer.abs().mean().backward(retain_graph=True)
    answer.pow(2).mean().backward()
    optimizer.step()
