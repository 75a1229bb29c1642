"""The shares stay tensors with their graph."""

import torch
from torch import nn


class Committee(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.members = nn.ModuleList([nn.Linear(size, 1) for _ in range(3)])
        self.score = nn.Linear(size, 3)

    def forward(self, x):
        shares = self.score(x).softmax(dim=1)
        votes = torch.cat([member(x) for member in self.members], dim=1)
        return (shares * votes).sum(dim=1)


committee = Committee(4)
optimizer = torch.optim.Adam(committee.parameters())
for batch in torch.randn(3, 5, 4):
    optimizer.zero_grad()
    committee(batch).pow(2).mean().backward()
    optimizer.step()
