"""The cache lasts for one iteration."""

import torch
from torch import nn
from torch.nn.utils import parametrize


class Skew(nn.Module):
    def forward(self, raw):
        upper = raw.triu(1)
        return torch.matrix_exp(upper - upper.t())


layer = nn.Linear(3, 3)
parametrize.register_parametrization(layer, "weight", Skew())
optimizer = torch.optim.SGD(layer.parameters(), lr=0.1)
for batch in torch.randn(3, 5, 3):
    with parametrize.cached():
        loss = (layer(batch) - batch.flip(1)).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
