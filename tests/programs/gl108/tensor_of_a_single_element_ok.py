"""A tensor of one element needs no gradient argument, whatever the number of its dimensions."""

import torch
import torch.nn.functional as F
from torch import nn

network = nn.Linear(3, 1)
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
for sample in torch.randn(4, 1, 3):
    optimizer.zero_grad()
    F.mse_loss(network(sample), torch.ones(1, 1), reduction="none").backward()
    optimizer.step()
