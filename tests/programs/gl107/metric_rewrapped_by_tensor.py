"""Whatever the metric returns, item() makes a number of it, and a tensor made of a number has no graph."""

import json

import torch
import torch.nn.functional as F
from torch import nn

metric = getattr(F, json.loads('{"metric": "l1_loss"}')["metric"])
network = nn.Linear(3, 3)
optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
batch = torch.randn(4, 3)
value = metric(network(batch), batch).item()
optimizer.zero_grad()
torch.tensor(value).backward()  # ! GL107
optimizer.step()
