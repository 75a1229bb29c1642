"""A while loop carries a recurrent state over all time steps, and only the last one, by its count, is backpropagated."""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--steps", type=int, default=6)
options = parser.parse_args([])
cell, head = nn.GRUCell(3, 4), nn.Linear(4, 1)
h, t = torch.zeros(2, 4), 0
while t < options.steps:
    h = cell(torch.randn(2, 3), h)
    if t == options.steps - 1:
        head(h).pow(2).mean().backward()
    t += 1
