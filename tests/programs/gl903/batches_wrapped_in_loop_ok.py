"""The batch is used as it comes."""

import torch
import torch.nn.functional as F
from torch import nn

network = nn.Linear(3, 2)
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
for batch, label in zip(torch.randn(2, 4, 3), torch.randint(0, 2, (2, 4))):
    optimizer.zero_grad()
    F.cross_entropy(network(batch), label).backward()
    optimizer.step()
