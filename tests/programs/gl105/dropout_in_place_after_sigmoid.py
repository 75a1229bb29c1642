"""The sigmoid saved its output, and the dropout after it changes it in place."""

import torch
from torch import nn

layers = [nn.Linear(6, 5), nn.Sigmoid(), nn.Dropout(0.5, inplace=True), nn.Linear(5, 1)]
network = nn.Sequential(*layers)
optimizer = torch.optim.Adam(network.parameters())
criterion = nn.MSELoss()
for batch, target in zip(torch.randn(3, 7, 6), torch.randn(3, 7, 1)):
    optimizer.zero_grad()
    loss = criterion(network(batch), target)
    loss.backward()  # ! GL105
    optimizer.step()
