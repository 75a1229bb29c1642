"""The handler of an error backpropagates through the output that was detached before."""

import torch
from torch import nn

critic = nn.Linear(3, 1)
kept = critic(torch.randn(4, 3))
target = kept.detach()
loss = (critic(torch.randn(4, 3)) - target).mean()
loss.backward()
try:
    (loss * 2).pow(2).backward()
    loss.backward()
except RuntimeError:
    kept.sum().backward()
