"""The result does not depend on the time, of which a derivative is requested."""

import torch
from torch import nn

network = nn.Sequential(nn.Linear(1, 8), nn.Tanh(), nn.Linear(8, 1))
x = torch.rand(16, 1, requires_grad=True)
t = torch.rand(16, 1, requires_grad=True)
u = network(x)
ones = torch.ones_like(u)
u_x = torch.autograd.grad(u, x, grad_outputs=ones, create_graph=True)[0]
u_t = torch.autograd.grad(u, t, grad_outputs=ones, create_graph=True)[0]  # ! GL111
(u_t + u_x).pow(2).mean().backward()
