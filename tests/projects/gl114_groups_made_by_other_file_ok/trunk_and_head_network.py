"""A network with a trunk and a head."""

import torch
from torch import nn


class TrunkAndHead(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Linear(3, 8)
        self.head = nn.Linear(8, 2)

    def forward(self, x):
        return self.head(torch.relu(self.trunk(x)))
