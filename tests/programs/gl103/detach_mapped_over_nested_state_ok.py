"""A general map over nested structures is called with detach as the function to apply."""

import torch
from torch import nn
from torch.utils import _pytree as pytree

lower, upper = nn.LSTMCell(3, 4), nn.GRUCell(4, 4)
optimizer = torch.optim.SGD([*lower.parameters(), *upper.parameters()], lr=0.1)
states = {"lower": (torch.zeros(2, 4), torch.zeros(2, 4)), "upper": torch.zeros(2, 4)}
for frame in torch.randn(3, 2, 3):
    states = pytree.tree_map(lambda tensor: tensor.detach(), states)
    states["lower"] = lower(frame, states["lower"])
    states["upper"] = upper(states["lower"][0], states["upper"])
    optimizer.zero_grad()
    states["upper"].pow(2).sum().backward()
    optimizer.step()
