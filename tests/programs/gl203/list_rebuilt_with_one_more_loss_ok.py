"""Each iteration makes a new list from the last value and the detached loss."""

import torch
from torch import nn

net, losses, recent = nn.Linear(3, 1), [], ()
for _ in range(5):
    loss = net(torch.randn(4, 3)).pow(2).mean()
    loss.backward()
    losses = [*losses[-1:], loss.detach()]
    recent = recent + (loss.item(),)
print(len(losses), recent)
