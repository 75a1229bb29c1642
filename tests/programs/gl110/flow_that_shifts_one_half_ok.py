"""A coupling layer of a flow adds a shift to one half of its input, an output of split."""

import torch
from torch import nn


class Coupling(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.half = width // 2
        self.shift = nn.Sequential(nn.Linear(self.half, 8), nn.Tanh(), nn.Linear(8, self.half))

    def forward(self, x):
        kept, moved = torch.split(x, self.half, dim=1)
        moved = moved + self.shift(kept)
        return torch.cat([moved, kept], dim=1)


class Flow(nn.Module):
    def __init__(self, width, depth):
        super().__init__()
        self.layers = nn.ModuleList(Coupling(width) for _ in range(depth))

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


flow = Flow(4, 2)
optimizer = torch.optim.Adam(flow.parameters())
for batch in range(2):
    optimizer.zero_grad()
    flow(torch.randn(6, 4)).square().sum().backward()
    optimizer.step()
