"""Of two tensors that are unpacked into their rows, the one with a graph is part of the loss."""

import torch
from torch import nn

net = nn.Linear(3, 2)
for batch in torch.randn(4, 5, 3):
    with torch.no_grad():
        first, second = net(batch).pow(2).mean(dim=0)
    third, fourth = net(batch).pow(2).mean(dim=0)
    (first + second * third - fourth).backward()
