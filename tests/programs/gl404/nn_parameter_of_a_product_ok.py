"""nn.Parameter makes a leaf of any tensor."""

import torch
from torch import nn


class Scale(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.gain = nn.Parameter(torch.ones(size, requires_grad=True) * 0.1)

    def forward(self, x):
        return x * self.gain


scale = Scale(3)
optimizer = torch.optim.SGD(scale.parameters(), lr=0.1)
for batch in torch.randn(3, 4, 3):
    optimizer.zero_grad()
    scale(batch).pow(2).sum().backward()
    print(scale.gain.grad.tolist())
    optimizer.step()
