"""The sum takes the number of the loss before its backward pass."""

import json

import torch
import torch.nn.functional as F
from torch import nn

criterion = getattr(F, json.loads('{"criterion": "smooth_l1_loss"}')["criterion"])
network = nn.Linear(3, 2)
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
total = 0.0
for batch in torch.randn(5, 4, 3):
    loss = criterion(network(batch), torch.zeros(4, 2))
    total += loss.item()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(float(total))
