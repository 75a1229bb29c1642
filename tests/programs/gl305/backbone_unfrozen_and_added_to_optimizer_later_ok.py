"""The backbone is frozen at first, and its parameters join the optimizer when they are unfrozen."""

import torch
from torch import nn

backbone, head = nn.Linear(5, 6), nn.Linear(6, 1)
backbone.requires_grad_(False)
optimizer = torch.optim.SGD(head.parameters(), lr=0.1)
for epoch in range(4):
    if epoch == 2:
        backbone.requires_grad_(True)
        optimizer.add_param_group({"params": backbone.parameters(), "lr": 0.01})
    for batch in torch.randn(2, 4, 5):
        loss = head(torch.relu(backbone(batch))).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
