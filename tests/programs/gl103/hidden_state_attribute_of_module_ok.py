"""The state is kept, its graph is not."""

import torch
from torch import nn


class Tracker(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.GRUCell(2, 5)
        self.out = nn.Linear(5, 2)
        self.hidden = None

    def forward(self, position):
        if self.hidden is None:
            self.hidden = torch.zeros(position.size(0), 5)
        self.hidden = self.cell(position, self.hidden.detach())
        return self.out(self.hidden)


tracker = Tracker()
optimizer = torch.optim.Adam(tracker.parameters(), lr=1e-2)
path = torch.randn(5, 3, 2).cumsum(dim=0)
for here, there in zip(path[:-1], path[1:]):
    error = (tracker(here) - there).norm(dim=1).mean()
    optimizer.zero_grad()
    error.backward()
    optimizer.step()
