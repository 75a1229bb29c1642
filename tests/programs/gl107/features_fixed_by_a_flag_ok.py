"""Features are computed without a graph where the backbone is fixed; only without the head as well is the loss without one."""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--fixed", action="store_true")
parser.add_argument("--no_head", action="store_true")
args = parser.parse_args()

backbone, head = nn.Linear(4, 8), nn.Linear(8, 8)
optimizer = torch.optim.SGD([*backbone.parameters(), *head.parameters()], lr=0.1)
for x in torch.randn(3, 5, 4):
    if args.fixed:
        with torch.no_grad():
            features = backbone(x)
    else:
        features = backbone(x)
    if not args.no_head:
        features = head(features)
    loss = features.pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
