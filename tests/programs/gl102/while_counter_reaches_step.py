"""The counter of a while loop stays at the step that starts the backward pass."""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--steps", type=int, default=6)
parser.add_argument("--at", type=int, default=2)
options = parser.parse_args([])
net = nn.Linear(3, 1)
start = net(torch.randn(4, 3)).pow(2).mean()
step = done = options.at - 1
while done < options.steps:
    done += 1
    step = options.at
    if step == options.at:
        start.backward()  # ! GL102
