"""A logger receives the learned scales and converts them to arrays."""
import torch
from torch import nn


class Writer:
    def __init__(self):
        self.rows = []

    def add_histogram(self, tag, values, step):
        self.rows.append((tag, values.numpy(), step))  # <- raised


class Scales(nn.Module):
    def __init__(self, n):
        super().__init__()
        self.log_scale = nn.Parameter(torch.zeros(n))

    @property
    def scale(self):
        return self.log_scale.exp()  # <- built

    def forward(self, x):
        return x * self.scale


module, writer = Scales(3), Writer()
optimizer = torch.optim.SGD(module.parameters(), lr=0.1)
for step in range(2):
    module(torch.randn(4, 3)).pow(2).mean().backward()
    optimizer.step()
    writer.add_histogram("scale", module.scale, step)
