"""A reshape to the tensor's own shape is a view, also with grad mode disabled: clamping it changes the saved output of sigmoid."""

import torch
from torch import nn

net = nn.Linear(3, 1)
out = net(torch.randn(8, 3)).sigmoid()
with torch.no_grad():
    flat = out.reshape(out.shape)
    flat.clamp_(0.1, 0.9)
out.mean().backward()  # ! GL105
