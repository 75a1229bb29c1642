"""The prototypes are computed again for each query."""

import functools

import torch
import torch.nn.functional as F
from torch import nn

encoder = nn.Sequential(nn.Linear(4, 5), nn.ReLU(), nn.Linear(5, 3))
support = torch.randn(6, 4)


def prototypes(ways):
    return encoder(support).view(ways, -1, 3).mean(dim=1)


optimizer = torch.optim.Adam(encoder.parameters(), lr=1e-3)
for query, label in zip(torch.randn(3, 5, 4), torch.randint(0, 2, (3, 5))):
    distance = torch.cdist(encoder(query), prototypes(2))
    optimizer.zero_grad()
    F.cross_entropy(-distance, label).backward()
    optimizer.step()
