"""cpu returns the moved tensor, which is dropped."""

import torch
from torch import nn

net = nn.Linear(2, 2)
with torch.no_grad():
    y = net(torch.randn(3, 2))
y.cpu()  # ! GL307
print(y.numpy())
