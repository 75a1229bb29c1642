"""An aggregator chosen at run time may detach or not; its results are concatenated once, for one backward."""

import json

import torch
from torch import nn

name = json.loads('{"aggregator": "amax"}')["aggregator"]
aggregate = getattr(torch, name)


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.own, self.out = nn.Linear(4, 4), nn.Linear(8, 2)

    def forward(self, nodes, neighbours):
        gathered = [aggregate(self.own(nodes[near]), 0) for near in neighbours]
        return self.out(torch.cat([nodes, torch.stack(gathered)], dim=1))


layer = Layer()
optimizer = torch.optim.Adam(layer.parameters())
for nodes in torch.randn(3, 3, 4):
    out = layer(nodes, [[0, 1], [1, 2], [0, 2]])
    optimizer.zero_grad()
    out.pow(2).mean().backward()
    optimizer.step()
