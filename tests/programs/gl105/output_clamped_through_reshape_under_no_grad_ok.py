"""A reshape to the own shape of a copy is a view of the copy: clamping it leaves the saved output as it was."""

import torch
from torch import nn

net = nn.Linear(3, 1)
out = net(torch.randn(8, 3)).sigmoid()
with torch.no_grad():
    flat = out.clone().reshape(out.shape)
    flat.clamp_(0.1, 0.9)
out.mean().backward()
