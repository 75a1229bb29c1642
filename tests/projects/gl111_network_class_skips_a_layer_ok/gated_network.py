"""A network whose forward pass uses all its layers."""

import torch
from torch import nn


class GatedNetwork(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.input = nn.Linear(2, width)
        self.gate = nn.Linear(2, width)
        self.output = nn.Linear(width, 1)

    def forward(self, x):
        hidden = torch.tanh(self.input(x))
        return self.output(hidden * torch.sigmoid(self.gate(x)))
