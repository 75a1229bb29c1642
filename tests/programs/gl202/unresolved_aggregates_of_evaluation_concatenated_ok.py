"""An unresolved aggregator's results are concatenated over the batches of an evaluation: whether they have graphs is unknown."""

import json

import torch
from torch import nn

aggregator = getattr(torch, json.loads('{"aggregator": "amax"}')["aggregator"])
model = nn.Linear(4, 4)
optimizer = torch.optim.Adam(model.parameters())
for nodes in torch.randn(3, 5, 4):
    optimizer.zero_grad()
    model(nodes).pow(2).mean().backward()
    optimizer.step()
summaries = torch.zeros(0, 4)
for nodes in torch.randn(3, 5, 4):
    summaries = torch.cat([summaries, aggregator(nodes, 0, keepdim=True)])
print(summaries.shape)
