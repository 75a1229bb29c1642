"""A step that is decorated with enable_grad is called under no_grad, and builds its graph."""

import torch
from torch import nn

net = nn.Linear(3, 1)


@torch.enable_grad()
def step(batch):
    loss = net(batch).mean()
    loss.backward()


with torch.no_grad():
    step(torch.randn(4, 3))
