import torch
from torch import nn


class Filter(nn.Module):
    def __init__(self):
        super().__init__()
        self.taps = nn.Parameter(torch.randn(4))

    def forward(self, x):
        return x * self.taps

    def setdefault(self):
        self.taps.fill_(1.0)
