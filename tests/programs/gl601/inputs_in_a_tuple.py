"""Tensors in a tuple do not count as inputs of the checkpoint, even if they require grad."""

import torch
from torch import nn
from torch.utils.checkpoint import checkpoint


class Mixer(nn.Module):
    def __init__(self):
        super().__init__()
        self.left, self.right = nn.Linear(3, 4), nn.Linear(3, 4)
        self.mix = nn.Bilinear(4, 4, 4)
        self.out = nn.Linear(4, 1)

    def _mixed(self, both):
        return torch.relu(self.mix(*both))

    def forward(self, x):
        pair = self.left(x), self.right(x)
        gate = torch.sigmoid(self.left(x))
        return self.out(checkpoint(self._mixed, pair, use_reentrant=True) * gate + pair[1])  # ! GL601


model = Mixer()
optimizer = torch.optim.RMSprop(model.parameters(), lr=0.01)
for x in torch.randn(4, 8, 3):
    loss = model(x).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
