"""The first derivative is computed with create_graph, and has a derivative of its own."""

import torch
from torch import nn

net = nn.Sequential(nn.Linear(1, 8), nn.Tanh(), nn.Linear(8, 1))
x = torch.rand(8, 1, requires_grad=True)
u = net(x)
(ux,) = torch.autograd.grad(u.sum(), x, create_graph=True)
(uxx,) = torch.autograd.grad(ux.sum(), x, create_graph=True)
(u.pow(2).mean() + uxx.pow(2).mean()).backward()
