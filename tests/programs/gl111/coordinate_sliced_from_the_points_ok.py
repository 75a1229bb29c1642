"""The network receives the slices, so that its result can be differentiated with respect to them."""

import torch
from torch import nn

network = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 1))
points = torch.rand(16, 2, requires_grad=True)
x, y = points[:, 0:1], points[:, 1:2]
u = network(torch.cat([x, y], dim=1))
(u_x,) = torch.autograd.grad(u.sum(), x, create_graph=True)
u_x.pow(2).mean().backward()
