"""A loss that is reshaped under no_grad is a view, which requires grad as its base does: backward does not raise."""

import torch
from torch import nn

net = nn.Linear(4, 1)
out = net(torch.randn(8, 4))
with torch.no_grad():
    column = out.reshape(8)
column.pow(2).mean().backward()
