"""The accumulated gradients are zeroed right before the step that should use them."""

import torch
from torch import nn

net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for i, x in enumerate(torch.randn(6, 2, 3)):
    (net(x).pow(2).mean() / 2).backward()
    if (i + 1) % 2 == 0:
        opt.zero_grad()  # ! GL502
        opt.step()
