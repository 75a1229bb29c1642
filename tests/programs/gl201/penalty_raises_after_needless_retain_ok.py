"""Both losses are backpropagated once, and neither backward retains its graph."""

import torch
from torch import nn

net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
other = nn.Linear(3, 1)
loss = net(torch.randn(8, 3)).pow(2).mean()
loss.backward()
second = other(torch.randn(8, 3)).mean()
second.backward()
print(second.item())
