"""The best weights are only kept for later, and nothing is loaded while the training goes on."""

import copy

import torch
import torch.nn.functional as F
from torch import nn

network = nn.Sequential(nn.Linear(3, 5), nn.Sigmoid(), nn.Linear(5, 1))
optimizer = torch.optim.SGD(network.parameters(), lr=5.0)
best, lowest = copy.deepcopy(network.state_dict()), float("inf")
x, y = torch.randn(8, 3), torch.randn(8, 1)
for epoch in range(3):
    loss = F.mse_loss(network(x), y)
    if loss.item() < lowest:
        lowest, best = loss.item(), copy.deepcopy(network.state_dict())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
