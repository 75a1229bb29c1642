"""Inside no_grad, a block with grad mode on changes a parameter in place."""

import torch
from torch import nn


class Normalising(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.full((3,), 2.0))

    @torch.no_grad()
    def forward(self, x):
        with torch.enable_grad():
            self.scale /= self.scale.norm()  # ! GL106
            return x * self.scale


normalising = Normalising()
print(normalising(torch.randn(2, 3)).sum().item())
