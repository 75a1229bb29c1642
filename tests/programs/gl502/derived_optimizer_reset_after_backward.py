"""An optimizer of the program overrides the reset, which runs between the backward pass and the step."""

import torch
from torch import nn


class Quiet(torch.optim.SGD):
    def zero_grad(self):
        super().zero_grad(set_to_none=True)


net = nn.Linear(3, 1)
optimizer = Quiet(net.parameters(), lr=0.1)
for _ in range(3):
    net(torch.randn(4, 3)).pow(2).mean().backward()
    optimizer.zero_grad()  # ! GL502
    optimizer.step()
