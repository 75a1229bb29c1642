"""__post_init__ computes the total from the parts, so the parts' graph is freed by the total's backward."""

from dataclasses import dataclass, field

import torch
from torch import nn


@dataclass
class Losses:
    reconstruction: torch.Tensor
    divergence: torch.Tensor
    weight: float = 0.1
    total: torch.Tensor = field(init=False)

    def __post_init__(self):
        self.total = self.reconstruction + self.weight * self.divergence


encoder = nn.Sequential(nn.Linear(4, 4), nn.Tanh())
codes = encoder(torch.randn(8, 4))
losses = Losses(codes.pow(2).mean(), codes.exp().mean())
losses.total.backward()
losses.reconstruction.backward()  # ! GL101
