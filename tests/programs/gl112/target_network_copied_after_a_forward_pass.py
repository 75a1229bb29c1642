"""The module keeps an output that is not a leaf."""

import copy

import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 2)
        self.code = None

    def forward(self, x):
        self.code = self.layer(x)
        return self.code


online = Encoder()
online(torch.randn(8, 3)).sum().backward()
target = copy.deepcopy(online)  # ! GL112
print(target.code.shape)
