"""The gradients are zeroed before each backward."""

import torch
import torch.nn.functional as F
from torch import nn

network = nn.Sequential(nn.Linear(3, 5), nn.ReLU(), nn.Linear(5, 1))
optimizer = torch.optim.SGD(network.parameters(), lr=0.01)
for batch, goal in zip(torch.randn(4, 6, 3), torch.randn(4, 6, 1)):
    loss = F.mse_loss(network(batch), goal)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
