"""A prior has a loss of its own, weighted and averaged, that is added to the loss of the only network that the optimizer has."""

import torch
from torch import nn

network, prior = nn.Linear(3, 2), nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2))
optimizer = torch.optim.SGD([{"params": network.parameters(), "lr": 0.1}], lr=0.01)
criterion = nn.CrossEntropyLoss()
for _ in range(4):
    x, y = torch.randn(8, 3), torch.randint(0, 2, (8,))
    loss = criterion(network(x), y)
    loss += 0.1 * criterion(prior(x), y)  # ! GL305
    optimizer.zero_grad()
    (loss / 2).backward()
    optimizer.step()
