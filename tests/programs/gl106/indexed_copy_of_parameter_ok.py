"""Indexing by a tensor copies: the in-place change is on the copy, not on the leaf."""

import torch
from torch import nn
from torch.utils.data import DataLoader

bias = nn.Parameter(torch.zeros(4))
loader = DataLoader([(torch.tensor([1, 2]), 1.0), (torch.tensor([0, 3]), 2.0)], batch_size=2)
for chosen, target in loader:
    answer = bias[chosen].masked_fill_(chosen == 0, 0.0)
    ((answer.sum(1) - target) ** 2).sum().backward()
    bias.grad = None
