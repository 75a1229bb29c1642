"""The rows of a tensor with a graph are unpacked with a star for the rest."""

import torch
from torch import nn

net = nn.Linear(3, 1)
values = net(torch.randn(4, 3)).squeeze(1)
first, *others = values
loss = first * 2
loss.backward()
