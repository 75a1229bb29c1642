"""The slices are not in the graph of a network that receives the points as a whole."""

import torch
from torch import nn

network = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 1))
points = torch.rand(16, 2, requires_grad=True)
x, y = points[:, 0:1], points[:, 1:2]
u = network(points)
(u_x,) = torch.autograd.grad(u.sum(), x, create_graph=True)  # ! GL111
(u.pow(2).mean() + u_x.pow(2).mean()).backward()
