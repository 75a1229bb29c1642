"""The function that prepares the backbone is chosen at run time, and freezes it."""

import json

import torch
from torch import nn

PREPARE = {"freeze": lambda module: module.requires_grad_(False), "keep": lambda module: module}
backbone = nn.Sequential(nn.Linear(4, 6), nn.ReLU())
prepare = PREPARE[json.loads('{"backbone": "freeze"}')["backbone"]]
backbone = prepare(backbone)
head = nn.Linear(6, 2)
optimizer = torch.optim.Adam(head.parameters())
for batch in torch.randn(3, 5, 4):
    optimizer.zero_grad()
    head(backbone(batch)).pow(2).mean().backward()
    optimizer.step()
