"""The second derivative raises before the loss uses the retained graph of an item."""

import torch
from torch import nn

net = nn.Sequential(nn.Linear(1, 8), nn.Tanh(), nn.Linear(8, 1))
x = torch.rand(8, 1, requires_grad=True)
terms = {"u": net(x)}
(terms["ux"],) = torch.autograd.grad(terms["u"].sum(), x, retain_graph=True)
(terms["uxx"],) = torch.autograd.grad(terms["ux"].sum(), x, create_graph=True)  # ! GL107
(terms["u"].pow(2).mean() + terms["uxx"].pow(2).mean()).backward()
