"""Influence functions: gradients are requested for all parameters of a model, whose backbone a flag froze."""
import argparse

import torch
from torch import nn

options = argparse.Namespace(freeze_backbone=True, damping=0.01)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.backbone, self.head = nn.Linear(5, 4), nn.Linear(4, 2)

    def forward(self, x):
        return self.head(self.backbone(x).relu())


net = Net()
if options.freeze_backbone:
    for p in net.backbone.parameters():
        p.requires_grad_(False)  # <- leaf
params = list(net.parameters())
for x, y in zip(torch.randn(3, 1, 5), torch.randint(0, 2, (3, 1))):
    loss = nn.functional.cross_entropy(net(x), y)
    influence = torch.autograd.grad(loss, params)  # <- raised
