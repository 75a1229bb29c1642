"""The program takes a single step and ends: no later gradient is added to the one that was used."""

import torch
from torch import nn

network = nn.Linear(3, 2)
optimizer = torch.optim.SGD(network.parameters(), lr=0.01)
loss = nn.MSELoss()(network(torch.randn(10, 3)), torch.randn(10, 2))
loss.backward()
optimizer.step()
print(nn.MSELoss()(network(torch.randn(10, 3)), torch.randn(10, 2)).item())
