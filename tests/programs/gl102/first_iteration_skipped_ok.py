"""All iterations but the first are skipped."""

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
    if i >= 1:
        continue
    loss.backward()
