"""The quotient is a new tensor."""

import torch
import torch.nn.functional as F
from torch import nn


def unit(vectors):
    return vectors / vectors.norm(dim=1, keepdim=True)


def info_nce(left, right, temperature=0.1):
    scores = unit(left) @ unit(right).t() / temperature
    return F.cross_entropy(scores, torch.arange(len(scores)))


tower = nn.Linear(6, 4)
optimizer = torch.optim.SGD(tower.parameters(), lr=0.1)
for view, other in zip(torch.randn(2, 5, 6), torch.randn(2, 5, 6)):
    optimizer.zero_grad()
    info_nce(tower(view), tower(other)).backward()
    optimizer.step()
