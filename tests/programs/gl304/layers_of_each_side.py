"""A loop calls the layers of the side that is given to it, and what it returns is always detached."""

import torch
from torch import nn


class Sides(nn.Module):
    def __init__(self):
        super().__init__()
        self.left = nn.ModuleList([nn.Linear(3, 3), nn.Linear(3, 3)])
        self.right = nn.ModuleList([nn.Linear(3, 3), nn.Linear(3, 3)])
        self.shift = nn.Parameter(torch.ones(3))

    def side(self, layers, batch):
        for layer in layers:
            batch = torch.relu(layer(batch))  # ! GL304
        return batch

    def gap(self, batch):
        fixed = self.side(self.left, batch).detach() - self.side(self.right, batch).detach()
        return (self.shift - fixed).abs().sum()


sides = Sides()
optimizer = torch.optim.SGD([sides.shift], lr=0.1)
for batch in torch.ones(4, 8, 3):
    optimizer.zero_grad()
    eval("sides").gap(batch).backward()
    optimizer.step()
