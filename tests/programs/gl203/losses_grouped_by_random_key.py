"""A defaultdict groups the losses by a key that changes from iteration to iteration."""

from collections import defaultdict

import torch
from torch import nn

net, groups = nn.Linear(3, 1), defaultdict(list)
for _ in range(5):
    length = int(torch.randint(1, 4, ()))
    loss = net(torch.randn(length, 3)).pow(2).mean()
    loss.backward()
    groups[length].append(loss)  # ! GL203
print({length: len(group) for length, group in groups.items()})
