"""The number of hits has no dimension, and cannot be indexed."""

import torch
from torch import nn

net = nn.Linear(3, 2)
correct = 0
with torch.no_grad():
    for x, y in zip(torch.randn(2, 5, 3), torch.randint(0, 2, (2, 5))):
        hits = (net(x).argmax(dim=1) == y).sum()
        correct += hits.data[0]  # ! GL904
print(correct)
