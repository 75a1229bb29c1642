"""The losses are averaged."""

import torch
import torch.nn.functional as F
from torch import nn

network = nn.Linear(4, 3)
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
for batch, labels in zip(torch.randn(2, 6, 4), torch.randint(0, 3, (2, 6))):
    losses = F.cross_entropy(network(batch), labels, reduction="none")
    optimizer.zero_grad()
    losses.mean().backward()
    optimizer.step()
