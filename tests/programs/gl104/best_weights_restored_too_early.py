"""The best weights are loaded back between the forward pass and its backward, over those that the pass has saved."""

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
    network.load_state_dict(best)
    optimizer.zero_grad()
    loss.backward()  # ! GL104
    optimizer.step()
