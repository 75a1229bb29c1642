"""The result of cpu is bound to the name that is used next."""

import torch
from torch import nn

net = nn.Linear(2, 2)
with torch.no_grad():
    y = net(torch.randn(3, 2))
y = y.cpu()
print(y.numpy())
