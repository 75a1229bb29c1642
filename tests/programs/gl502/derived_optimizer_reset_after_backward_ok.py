"""An optimizer of the program overrides the reset, which runs before the backward pass."""

import torch
from torch import nn


class Quiet(torch.optim.SGD):
    def zero_grad(self):
        super().zero_grad(set_to_none=True)


net = nn.Linear(3, 1)
optimizer = Quiet(net.parameters(), lr=0.1)
for _ in range(3):
    optimizer.zero_grad()
    net(torch.randn(4, 3)).pow(2).mean().backward()
    optimizer.step()
