"""The first forward builds the kernel and keeps it on the module; every later one depends on that first graph."""

import torch
import torch.nn.functional as F
from torch import nn


class GaussianBlur(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.log_width = nn.Parameter(torch.zeros(()))
        self.places = torch.arange(size) - size // 2
        self.kernel = None

    def forward(self, line):
        if self.kernel is None:
            bell = torch.exp(-self.places.pow(2) / self.log_width.exp())
            self.kernel = (bell / bell.sum()).view(1, 1, -1)
        return F.conv1d(line, self.kernel)


blur = GaussianBlur(5)
optimizer = torch.optim.SGD(blur.parameters(), lr=0.1)
for line in torch.rand(4, 2, 1, 12):
    blurred = blur(line)
    sharpness = blurred.diff(dim=-1).abs().mean()
    optimizer.zero_grad()
    sharpness.backward()  # ! GL102
    optimizer.step()
