"""The cross entropy falls where the share of right outputs rises, and has a derivative."""

import torch
from torch import nn

network = nn.Sequential(nn.Linear(6, 1), nn.Sigmoid())
optimizer = torch.optim.RMSprop(network.parameters())
batch, truth = torch.randn(8, 6), torch.randint(0, 2, (8, 1))
wrong = nn.functional.binary_cross_entropy(network(batch), truth.float())
optimizer.zero_grad()
wrong.backward()
optimizer.step()
