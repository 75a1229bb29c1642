"""The criterion is looked up at run time, but backward ran on its loss: it is not a number, and the sum keeps its graph."""

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
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    total += loss  # ! GL202
print(float(total))
