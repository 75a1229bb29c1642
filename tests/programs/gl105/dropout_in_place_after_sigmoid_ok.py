"""The dropout makes a tensor of its own."""

import torch
from torch import nn

layers = [nn.Linear(6, 5), nn.Sigmoid(), nn.Dropout(0.5), nn.Linear(5, 1)]
network = nn.Sequential(*layers)
optimizer = torch.optim.Adam(network.parameters())
criterion = nn.MSELoss()
for batch, target in zip(torch.randn(3, 7, 6), torch.randn(3, 7, 1)):
    optimizer.zero_grad()
    loss = criterion(network(batch), target)
    loss.backward()
    optimizer.step()
