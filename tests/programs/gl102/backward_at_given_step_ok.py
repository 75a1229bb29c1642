"""A penalty from before the loop is backpropagated in the one step that an option gives."""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--steps", type=int, default=6)
parser.add_argument("--at", type=int, default=2)
options = parser.parse_args([])
net = nn.Linear(3, 1)
penalty = net.weight.pow(2).sum()
loader = [torch.randn(4, 3) for _ in range(4)]
for iteration, x in enumerate(iter(loader)):
    net(x).pow(2).mean().backward()
    if iteration == options.at:
        penalty.backward()
