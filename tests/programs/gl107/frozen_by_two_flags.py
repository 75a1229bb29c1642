"""Freezing the only network leaves a loss without a graph."""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--freeze_backbone", action="store_true")
parser.add_argument("--verbose", action="store_true")
args = parser.parse_args()

backbone = nn.Linear(4, 8)
if not args.freeze_backbone:
    for parameter in backbone.parameters():
        parameter.requires_grad = False
for x in torch.randn(3, 5, 4):
    if args.verbose:
        print(x.mean().item())
    loss = backbone(x).pow(2).mean()
    loss.backward()  # ! GL107
