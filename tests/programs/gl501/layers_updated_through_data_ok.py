"""Gradient descent by hand of all parameters, with a reset after each step."""

import torch
from torch import nn

net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
inputs = torch.rand(8, 3)
for epoch in range(5):
    loss = net(inputs).square().mean()
    loss.backward()
    for weight in net.parameters():
        weight.data.add_(weight.grad.data, alpha=-0.1)
        weight.grad.detach_().zero_()
