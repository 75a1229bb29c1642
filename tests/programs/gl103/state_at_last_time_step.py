"""A recurrent state is carried over all time steps, and each but the first is backpropagated."""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--steps", type=int, default=6)
parser.add_argument("--at", type=int, default=2)
options = parser.parse_args([])
cell, head = nn.GRUCell(3, 4), nn.Linear(4, 1)
h = torch.zeros(2, 4)
for t in range(options.steps):
    h = cell(torch.randn(2, 3), h)
    if t > 0:
        head(h).pow(2).mean().backward()  # ! GL103
