"""Layers are attributes under computed names, and so are their results of one forward pass: the next one replaces them."""

import torch
from torch import nn


class Network(nn.Module):
    def __init__(self, sizes):
        super().__init__()
        self.depth = len(sizes) - 1
        for i in range(self.depth):
            setattr(self, f"layer{i}", nn.Linear(sizes[i], sizes[i + 1]))

    def forward(self, x):
        for i in range(self.depth):
            x = getattr(self, f"layer{i}")(x).tanh()
            setattr(self, f"result{i}", x)
        return x


model = Network([int(size) for size in "4 8 8 2".split()])
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for batch in torch.randn(30, 5, 4):
    optimizer.zero_grad()
    model(batch).square().mean().backward()
    optimizer.step()
