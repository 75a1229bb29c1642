"""The new last layer is put in after the rest is frozen."""

import torch
from torch import nn


def build(classes, finetune):
    net = nn.Sequential(nn.Linear(6, 10), nn.ReLU(), nn.Linear(10, 2))
    for p in net.parameters():
        p.requires_grad = finetune
    net[2] = nn.Linear(10, classes)
    return net


net = build(3, finetune=False)
optimizer = torch.optim.Adam(net[2].parameters(), lr=1e-3)
for x, y in [(torch.randn(4, 6), torch.randint(0, 3, (4,))) for _ in range(2)]:
    loss = nn.functional.cross_entropy(net(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
