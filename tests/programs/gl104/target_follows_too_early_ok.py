"""The target follows after the step."""

import copy

import torch
from torch import nn

network = nn.Sequential(nn.Linear(3, 5), nn.ReLU(), nn.Linear(5, 3))
target = copy.deepcopy(network)
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)


@torch.no_grad()
def follow(rate):
    for slow, fast in zip(target.parameters(), network.parameters()):
        slow.lerp_(fast, rate)


for batch in torch.randn(2, 4, 3):
    there_and_back = target(network(batch))
    loss = (there_and_back - batch).abs().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    follow(rate=0.05)
