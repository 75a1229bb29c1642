"""Of two given steps, one computes the loss again and the other backpropagates it."""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--steps", type=int, default=6)
parser.add_argument("--at", type=int, default=2)
options = parser.parse_args([])
net = nn.Linear(3, 1)
loss = net(torch.randn(4, 3)).pow(2).mean()
for i in range(options.steps):
    if i == options.at:
        loss.backward()
    if i == options.at + 2:
        loss = net(torch.randn(4, 3)).pow(2).mean()
