"""The mask that the product saved is thinned in place for the next batch, before this batch's loss is backpropagated."""

import torch
from torch import nn


class Pruned(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(size, size))
        self.register_buffer("mask", torch.ones(size, size))

    def forward(self, x):
        return x @ (self.weight * self.mask).t()

    @torch.no_grad()
    def thin(self, share):
        bound = self.weight.abs().flatten().quantile(share)
        self.mask.masked_fill_(self.weight.abs() < bound, 0.0)


layer = Pruned(4)
optimizer = torch.optim.Adam(layer.parameters())
for number, batch in enumerate(torch.randn(2, 5, 4), start=1):
    loss = layer(batch).pow(2).mean()
    layer.thin(0.1 * number)
    optimizer.zero_grad()
    loss.backward()  # ! GL105
    optimizer.step()
