"""A loop calls the layers of both sides of a pair: the graph of the first side is returned, and that of the second is detached."""

import torch
from torch import nn


class Sides(nn.Module):
    def __init__(self):
        super().__init__()
        self.left = nn.ModuleList([nn.Linear(3, 3), nn.Linear(3, 3)])
        self.right = nn.ModuleList([nn.Linear(3, 3), nn.Linear(3, 3)])

    def side(self, layers, batch):
        for layer in layers:
            batch = torch.relu(layer(batch))
        return batch

    def gap(self, batch):
        trained = self.side(self.left, batch)
        fixed = self.side(self.right, batch).detach()
        return (trained - fixed).abs().sum()


sides = Sides()
optimizer = torch.optim.SGD(sides.left.parameters(), lr=0.1)
for batch in torch.ones(4, 8, 3):
    optimizer.zero_grad()
    eval("sides").gap(batch).backward()
    optimizer.step()
