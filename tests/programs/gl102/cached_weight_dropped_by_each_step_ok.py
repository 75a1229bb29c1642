"""The module caches its normalized weight, but each step drops the cache, so that every iteration builds it again."""

import torch
from torch import nn


class Normalised(nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(outputs, inputs))
        self.cached = None

    def effective(self):
        if self.cached is None:
            self.cached = self.weight / self.weight.norm(dim=1, keepdim=True)
        return self.cached

    def forward(self, batch):
        return batch @ self.effective().t()


layer = Normalised(4, 3)
optimizer = torch.optim.SGD(layer.parameters(), lr=0.1)
for batch in torch.randn(3, 5, 4):
    loss = layer(batch).pow(2).mean() + layer(2 * batch).abs().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    layer.cached = None
