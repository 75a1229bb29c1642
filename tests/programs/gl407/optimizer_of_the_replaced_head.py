"""The optimizer was made over the head that is then replaced: it owns parameters that nothing uses."""

import torch
import torch.nn.functional as F
from torch import nn

network = nn.Sequential(nn.Linear(4, 5), nn.ReLU(), nn.Linear(5, 10))
network[0].requires_grad_(False)
optimizer = torch.optim.SGD(network[2].parameters(), lr=0.1)
network[2] = nn.Linear(5, 3)  # ! GL407
for batch, labels in zip(torch.randn(3, 6, 4), torch.randint(0, 3, (3, 6))):
    network.zero_grad()
    F.cross_entropy(network(batch), labels).backward()
    optimizer.step()
