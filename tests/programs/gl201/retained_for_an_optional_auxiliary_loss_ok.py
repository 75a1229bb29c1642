"""The auxiliary loss may be None, and the graph is retained exactly where there is one."""

import json

import torch
from torch import nn

config = json.loads('{"auxiliary": 0.3}')
body, main_head, auxiliary_head = nn.Linear(4, 6), nn.Linear(6, 2), nn.Linear(6, 2)
optimizer = torch.optim.SGD(nn.ModuleList([body, main_head, auxiliary_head]).parameters(), lr=0.1)
for batch in torch.randn(3, 5, 4):
    features = torch.relu(body(batch))
    auxiliary = None
    if config["auxiliary"] > 0:
        auxiliary = config["auxiliary"] * auxiliary_head(features).pow(2).mean()
    optimizer.zero_grad()
    if auxiliary is not None:
        auxiliary.backward(retain_graph=True)
    main_head(features).abs().mean().backward()
    optimizer.step()
