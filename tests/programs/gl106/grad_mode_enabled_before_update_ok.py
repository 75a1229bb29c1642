"""The scale is changed before grad mode is switched on again."""

import torch
from torch import nn


class Normalising(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.full((3,), 2.0))

    @torch.no_grad()
    def forward(self, x):
        self.scale /= self.scale.norm()
        with torch.enable_grad():
            return x * self.scale


normalising = Normalising()
print(normalising(torch.randn(2, 3)).sum().item())
