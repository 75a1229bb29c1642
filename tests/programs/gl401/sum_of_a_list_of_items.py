"""The penalties are summed as numbers and added to the loss."""

import torch
from torch import nn

layers = nn.ModuleList([nn.Linear(3, 3), nn.Linear(3, 1)])
net = nn.Sequential(*layers)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(3):
    penalties = []
    for layer in layers:
        penalties.append(layer.weight.norm().item())  # ! GL401
    loss = net(torch.randn(4, 3)).pow(2).mean() + 0.1 * sum(penalties)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
