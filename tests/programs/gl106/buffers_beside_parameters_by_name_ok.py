"""Parameters and buffers have names of one template: the ones that are changed in place are the buffers."""

import sys

import torch
from torch import nn


class Scales(nn.Module):
    def __init__(self, count):
        super().__init__()
        self.count = count
        for index in range(count):
            self.register_buffer(f"scale_{index}", torch.ones(3))
        self.scale_weight = nn.Parameter(torch.ones(3))

    def forward(self, x):
        return sum(getattr(self, f"scale_{index}") * x for index in range(self.count)) * self.scale_weight

    def decay(self):
        for index in range(self.count):
            getattr(self, f"scale_{index}").mul_(0.9)


scales = Scales(len(sys.argv) + 1)
optimizer = torch.optim.SGD(scales.parameters(), lr=0.1)
for x in torch.randn(2, 3):
    optimizer.zero_grad()
    scales(x).sum().backward()
    optimizer.step()
    scales.decay()
