"""autograd.backward backpropagates all of them at once."""

import torch
from torch import nn


class Split(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = nn.Sequential(nn.Linear(5, 6), nn.ELU())
        self.heads = nn.ModuleList(nn.Linear(6, 1) for _ in range(3))

    def forward(self, x):
        stem = self.stem(x)
        return [head(stem).mean() for head in self.heads]


split = Split()
outputs = split(torch.randn(4, 5))
torch.autograd.backward(outputs)
print(split.stem[0].weight.grad.norm())
