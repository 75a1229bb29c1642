"""A step that is decorated with enable_grad is called in inference mode, where it builds no graph."""

import torch
from torch import nn

net = nn.Linear(3, 1)


@torch.enable_grad()
def step(batch):
    loss = net(batch).mean()
    loss.backward()  # ! GL107


with torch.inference_mode():
    step(torch.randn(4, 3))
