"""Inside cached() the orthogonal weight is computed once, and the loop's second backward finds that computation freed."""

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
with parametrize.cached():
    for batch in torch.randn(3, 5, 3):
        loss = (layer(batch) - batch.flip(1)).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()  # ! GL102
        optimizer.step()
