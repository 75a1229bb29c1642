"""Nothing below the statement that raises uses the graph that the first backward retains."""

import torch
from torch import nn

net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
other = nn.Linear(3, 1)
loss = net(torch.randn(8, 3)).pow(2).mean()
loss.backward(retain_graph=True)  # ! GL201
second = other(torch.randn(8, 3)).mean().detach()
second.backward()  # ! GL107
print(second.item())
