"""The loss from before the loop is backpropagated in the first iteration only."""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--steps", type=int, default=6)
parser.add_argument("--at", type=int, default=2)
options = parser.parse_args([])
net = nn.Linear(3, 1)
old = net(torch.randn(4, 3)).pow(2).mean()
for i in range(options.steps):
    net(torch.randn(4, 3)).pow(2).mean().backward()
    if i == 0:
        old.backward()
