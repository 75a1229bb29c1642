"""A clone made outside of inference mode is an ordinary tensor, which the head may save."""

import torch
from torch import nn


@torch.inference_mode()
def features(frozen, x):
    return frozen(x)


frozen, head = nn.Linear(7, 4), nn.Linear(4, 2)
opt = torch.optim.SGD(head.parameters(), lr=0.1)
for x in torch.randn(3, 5, 7):
    h = features(frozen, x).clone()
    loss = head(h).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
