"""The two backwards stand under one condition and its opposite: no path goes through both."""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--together", action="store_true")
args = parser.parse_args()
network = nn.Sequential(nn.Linear(3, 4), nn.Tanh())
left, right = network(torch.randn(5, 3)).pow(2).mean(dim=0).chunk(2)
if args.together:
    (left.sum() + right.sum()).backward()
print("together" if args.together else "in turn")
if not args.together:
    left.sum().backward(retain_graph=True)
    right.sum().backward()
