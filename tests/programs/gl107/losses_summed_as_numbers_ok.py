"""The helper returns the tensor, and the sum is one."""

import torch
from torch import nn

decoders = nn.ModuleDict({"left": nn.Linear(4, 2), "right": nn.Linear(4, 2)})
optimizer = torch.optim.SGD(decoders.parameters(), lr=0.1)


def error(name, code, picture):
    return nn.functional.l1_loss(decoders[name](code), picture)


for code in torch.randn(2, 3, 4):
    total = 0.0
    for name in decoders:
        total += error(name, code, torch.rand(3, 2))
    optimizer.zero_grad()
    total.backward()
    optimizer.step()
