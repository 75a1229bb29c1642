"""The features come out of a decorated function as inference tensors, and the head's weight has to save them for its gradient."""

import torch
from torch import nn


@torch.inference_mode()
def features(frozen, x):
    return frozen(x)


frozen, head = nn.Linear(7, 4), nn.Linear(4, 2)
opt = torch.optim.SGD(head.parameters(), lr=0.1)
for x in torch.randn(3, 5, 7):
    h = features(frozen, x)
    loss = head(h).pow(2).mean()  # ! GL109
    opt.zero_grad()
    loss.backward()
    opt.step()
