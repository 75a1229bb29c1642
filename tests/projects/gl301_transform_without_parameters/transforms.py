import torch
from torch import nn


class Normalize(nn.Module):
    def __init__(self, size, learned=False):
        super().__init__()
        self.register_buffer("means", torch.zeros(size))
        self.learned = learned

    def forward(self, inputs):
        if self.training:
            return inputs
        for _ in range(3):
            inputs = inputs - self.means
        return inputs


class Scale(nn.Module):
    def __init__(self, inner, size):
        super().__init__()
        self.inner = inner
        self.size = size

    def forward(self, inputs):
        if self.training:
            return inputs
        for _ in range(3):
            inputs = self.inner(inputs)
        return inputs


class Learned(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(size))

    def forward(self, inputs):
        if self.training:
            return inputs
        for _ in range(3):
            inputs = inputs * self.weight
        return inputs
