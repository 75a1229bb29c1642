"""Only with the backbone and the head both frozen would nothing be left to train."""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--freeze_backbone", action="store_true")
parser.add_argument("--freeze_head", action="store_true")
args = parser.parse_args()

backbone, head = nn.Linear(4, 8), nn.Linear(8, 2)
if args.freeze_backbone:
    for parameter in backbone.parameters():
        parameter.requires_grad = False
if args.freeze_head:
    for parameter in head.parameters():
        parameter.requires_grad = False
for x in torch.randn(3, 5, 4):
    loss = head(backbone(x).relu()).pow(2).mean()
    loss.backward()
