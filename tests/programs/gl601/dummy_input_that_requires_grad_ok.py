"""A second input that requires grad gives the result of the checkpoint a graph."""

import torch
from torch import nn
from torch.utils.checkpoint import checkpoint


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer, self.head = nn.Linear(3, 3), nn.Linear(3, 1)
        self.dummy = torch.ones(1, requires_grad=True)

    def _run(self, x, dummy):
        return torch.relu(self.layer(x))

    def forward(self, x):
        return self.head(checkpoint(self._run, x, self.dummy, use_reentrant=True))


model = Block()
optimizer = torch.optim.Adam(model.parameters())
for x in torch.randn(3, 4, 3):
    optimizer.zero_grad()
    model(x).mean().backward()
    optimizer.step()
