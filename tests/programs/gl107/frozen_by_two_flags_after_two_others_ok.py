"""Either part of a network may be frozen by a flag, after other flags have chosen its layers."""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
for flag in ["--norm", "--act", "--freeze_backbone", "--freeze_head"]:
    parser.add_argument(flag, action="store_true")
args = parser.parse_args()

layers = [nn.Linear(4, 8)]
if args.norm:
    layers.append(nn.LayerNorm(8))
if args.act:
    layers.append(nn.Tanh())
backbone, head = nn.Sequential(*layers), nn.Linear(8, 2)
if args.freeze_backbone:
    for parameter in backbone.parameters():
        parameter.requires_grad = False
if args.freeze_head:
    for parameter in head.parameters():
        parameter.requires_grad = False
for x in torch.randn(3, 5, 4):
    loss = head(backbone(x)).pow(2).mean()
    loss.backward()
    print(loss.item())
