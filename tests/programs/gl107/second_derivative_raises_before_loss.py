"""The second derivative raises; the loss below it would use the retained graph, so retain_graph is not a mistake."""

import torch
from torch import nn

net = nn.Sequential(nn.Linear(1, 8), nn.Tanh(), nn.Linear(8, 1))
x = torch.rand(8, 1, requires_grad=True)
u = net(x)
(ux,) = torch.autograd.grad(u.sum(), x, retain_graph=True)
(uxx,) = torch.autograd.grad(ux.sum(), x)  # ! GL107
(u.pow(2).mean() + uxx.pow(2).mean()).backward()
