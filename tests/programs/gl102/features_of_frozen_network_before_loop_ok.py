"""The features come from a frozen network: they are data, however often the loop uses them."""

import torch
import torch.nn.functional as F
from torch import nn

backbone = nn.Sequential(nn.Linear(10, 8), nn.ReLU())
for parameter in backbone.parameters():
    parameter.requires_grad = False
head = nn.Linear(8, 2)
optimizer = torch.optim.SGD(head.parameters(), lr=0.1)
labels = torch.randint(0, 2, (12,))
features = backbone(torch.randn(12, 10))
for _ in range(4):
    loss = F.cross_entropy(head(features), labels)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
