"""The weights are made under no_grad: constants, but ordinary tensors."""

import torch
from torch import nn

model = nn.Linear(3, 1)
x, y = torch.randn(8, 3), torch.randn(8, 1)
with torch.no_grad():
    w = torch.sigmoid((model(x) - y).abs())
err = (model(x) - y) ** 2
loss = (w * err).mean()
loss.backward()
