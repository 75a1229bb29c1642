"""Gradient descent by hand of all parameters, whose gradients nothing resets."""

import torch
from torch import nn

net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
inputs = torch.rand(8, 3)
for epoch in range(5):
    loss = net(inputs).square().mean()
    loss.backward()  # ! GL501
    for weight in net.parameters():
        weight.data.add_(weight.grad.data, alpha=-0.1)
