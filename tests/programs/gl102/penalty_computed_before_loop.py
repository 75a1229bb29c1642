"""The penalty over the weights is computed before the loop, and every iteration adds that one graph to its own."""

import torch
from torch import nn

kettle = nn.Sequential(nn.Linear(3, 5), nn.Tanh(), nn.Linear(5, 1))
optimizer = torch.optim.Adam(kettle.parameters(), lr=0.01)
penalty = sum(parameter.pow(2).sum() for parameter in kettle.parameters())
for water in torch.rand(4, 6, 3):
    boiling_time = kettle(water)
    loss = (boiling_time - 1).abs().mean() + 1e-3 * penalty
    optimizer.zero_grad()
    loss.backward()  # ! GL102
    optimizer.step()
