"""The first derivative depends on the input, because the activation is not linear."""

import torch
from torch import nn

network = nn.Sequential(nn.Linear(1, 8), nn.Tanh(), nn.Linear(8, 1))
x = torch.linspace(0, 1, 16).view(-1, 1).requires_grad_()
u = network(x)
(u_x,) = torch.autograd.grad(u.sum(), x, create_graph=True)
(u_xx,) = torch.autograd.grad(u_x.sum(), x, create_graph=True)
(u_xx + u).pow(2).mean().backward()
