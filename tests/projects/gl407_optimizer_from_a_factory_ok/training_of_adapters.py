"""Adds an adapter to each layer, after the optimizer was made."""

import torch
from factory_of_optimizers import make_optimizer
from torch import nn


class LayerOfAdapters(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(3, 3)
        self.adapter = nn.Identity()

    def forward(self, x):
        return self.adapter(self.linear(x))


if __name__ == "__main__":
    layer = LayerOfAdapters()
    layer.adapter = nn.Linear(3, 3)
    optimizer = make_optimizer(layer, 0.01)
    for _ in range(4):
        loss = layer(torch.randn(8, 3)).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
