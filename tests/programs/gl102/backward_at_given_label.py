"""Two iterations may have the same label, and both backpropagate one loss."""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--steps", type=int, default=6)
parser.add_argument("--at", type=int, default=2)
options = parser.parse_args([])
net = nn.Linear(3, 1)
loss = net(torch.randn(4, 3)).pow(2).mean()
labels = [options.at, 0, options.at]
for index, label in enumerate(labels * options.steps):
    if label == options.at:
        loss.backward()  # ! GL102
