"""The module overrides train to keep its normalization frozen; the loop names the override and does not call it."""

import torch
from torch import nn


class Frozen(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm, self.head = nn.BatchNorm1d(3), nn.Linear(3, 1)

    def train(self, mode=True):
        super().train(mode)
        self.norm.eval()
        return self

    def forward(self, x):
        return self.head(self.norm(x))


def fit(network, batches):
    optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
    for batch in batches:
        network.train  # ! GL303
        optimizer.zero_grad()
        network(batch).pow(2).mean().backward()
        optimizer.step()


fit(Frozen(), torch.randn(3, 4, 3))
