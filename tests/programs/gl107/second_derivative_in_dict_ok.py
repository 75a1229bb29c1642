"""The second derivative of items is computed through the graph of the first one."""

import torch
from torch import nn

net = nn.Sequential(nn.Linear(1, 8), nn.Tanh(), nn.Linear(8, 1))
x = torch.rand(8, 1, requires_grad=True)
terms = {"u": net(x)}
(terms["ux"],) = torch.autograd.grad(terms["u"].sum(), x, create_graph=True)
(terms["uxx"],) = torch.autograd.grad(terms["ux"].sum(), x, create_graph=True)
(terms["u"].pow(2).mean() + terms["uxx"].pow(2).mean()).backward()
