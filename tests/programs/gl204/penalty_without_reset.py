"""Each parameter has a gradient whose graph leads back to the parameter, and nothing resets it."""

import torch
from torch import nn

net = nn.Sequential(nn.Linear(3, 5), nn.Tanh(), nn.Linear(5, 1))
x = torch.randn(6, 3)
net(x).pow(2).mean().backward(create_graph=True)  # ! GL204
sharp = sum(p.grad.pow(2).sum() for p in net.parameters())
print("sharpness", float(sharp))
