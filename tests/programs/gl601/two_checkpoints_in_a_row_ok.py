"""The first layer is not checkpointed, and its output requires grad."""

import torch
from torch import nn
from torch.utils.checkpoint import checkpoint


class Tower(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.first, self.second, self.last = (nn.Linear(width, width) for _ in range(3))

    def forward(self, x):
        x = self.first(x)
        x = checkpoint(self.second, x, use_reentrant=True)
        return self.last(x)


tower = Tower(4)
optimizer = torch.optim.SGD(tower.parameters(), lr=0.05, momentum=0.9)
batches = [torch.randn(6, 4) for _ in range(3)]
for epoch in range(2):
    for batch in batches:
        loss = (tower(batch) - batch).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
