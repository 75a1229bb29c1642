"""A target network follows another one: the average is copied into its parameters."""

import copy

import torch
from torch import nn


def follow(source, target, rate):
    with torch.no_grad():
        for new, old in zip(source.parameters(), target.parameters()):
            old.copy_((1 - rate) * old + rate * new)


online = nn.Linear(4, 2)
target = copy.deepcopy(online)
optimizer = torch.optim.SGD(online.parameters(), lr=0.1)
for x in torch.randn(3, 8, 4):
    with torch.no_grad():
        wanted = target(x)
    loss = nn.functional.mse_loss(online(x), wanted + 1)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    follow(online, target, 0.1)
