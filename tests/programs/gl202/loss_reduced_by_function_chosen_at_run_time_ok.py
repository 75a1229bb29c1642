"""The reduction of the loss for the sum is chosen at run time, and makes a number of it."""

import json

import torch
from torch import nn

reduce = {"number": float, "value": torch.Tensor.detach}[json.loads('{"log": "number"}')["log"]]
network = nn.Linear(3, 1)
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
total, kept = 0.0, []
for batch in torch.randn(5, 4, 3):
    loss = network(batch).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    total += reduce(loss)
    kept.append(reduce(loss))
print(total, len(kept))
