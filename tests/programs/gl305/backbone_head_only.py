"""Only the head is optimized, but the backbone builds its graph and gets gradients that are never used."""

import torch
import torch.nn.functional as F
from torch import nn


class Backbone(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 8, 3)
        self.pool = nn.AdaptiveAvgPool2d(1)

    def forward(self, x):
        return self.pool(torch.relu(self.conv(x))).flatten(1)


backbone = Backbone()
head = nn.Linear(8, 5)
opt = torch.optim.SGD(head.parameters(), lr=0.1, momentum=0.9)
for _ in range(4):
    leaves = torch.rand(4, 3, 8, 8)
    species = torch.randint(0, 5, (4,))
    feats = backbone(leaves)  # ! GL305
    loss = F.cross_entropy(head(feats), species)
    opt.zero_grad()
    loss.backward()
    opt.step()
