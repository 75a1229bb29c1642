"""Each branch is a Sequential in an `nn.ModuleList`."""

import torch
from torch import nn


class Branches(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(4, 4)
        self.branches = nn.ModuleList(nn.ModuleList([nn.Linear(4, 4), nn.Linear(4, 1)]) for _ in range(2))

    def forward(self, x):
        x = self.first(x)
        total = torch.zeros(len(x), 1)
        for branch in self.branches:
            total = total + branch[1](branch[0](x).relu())
        return total


model = Branches()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for step in range(4):
    loss = model(torch.randn(8, 4)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
