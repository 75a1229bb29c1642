"""With the backbone fixed, the loss has no graph: one setting is enough."""

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
    if not args.no_head:
        x = nn.functional.pad(x, (0, 4))[:, :4]
    if not args.fixed:
        with torch.no_grad():
            features = head(backbone(x))
    else:
        features = backbone(x)
    loss = features.pow(2).mean()
    optimizer.zero_grad()
    loss.backward()  # ! GL107
    optimizer.step()
