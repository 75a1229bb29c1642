"""Each iteration makes a new list from the old one and the loss."""

import torch
from torch import nn

net, losses, recent = nn.Linear(3, 1), [], ()
for _ in range(5):
    loss = net(torch.randn(4, 3)).pow(2).mean()
    loss.backward()
    losses = [*losses, loss]  # ! GL203
    recent = recent + (loss.item(),)
print(len(losses), recent)
