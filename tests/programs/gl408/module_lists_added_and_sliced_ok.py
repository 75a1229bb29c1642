"""The sum and the slice of two module lists are module lists."""

import torch
from torch import nn


class Mlp(nn.Module):
    def __init__(self):
        super().__init__()
        first = nn.ModuleList([nn.Linear(4, 4), nn.Linear(4, 4)])
        self.layers = first + nn.ModuleList([nn.Linear(4, 4)])
        self.last = nn.ModuleList([nn.Linear(4, 4), nn.Linear(4, 2), nn.Linear(2, 1)])[1:]

    def forward(self, x):
        for layer in self.layers:
            x = layer(x).relu()
        for layer in self.last:
            x = layer(x)
        return x


model = Mlp()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for step in range(4):
    loss = model(torch.randn(8, 4)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
