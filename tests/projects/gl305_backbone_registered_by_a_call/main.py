"""The backbone's class is registered by a call of a function; no optimizer owns the backbone, and it is not frozen."""

import torch
from models import create
from torch import nn

backbone, head = create("mlp", 4), nn.Linear(6, 2)
optimizer = torch.optim.SGD(head.parameters(), lr=0.1)
for _ in range(3):
    loss = head(backbone(torch.randn(3, 4))).pow(2).mean()  # ! GL305
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
