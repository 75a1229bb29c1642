"""Each of two comparisons of one setting runs backward, and only one of them can hold."""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--kind", default="b")
options = parser.parse_args([])

net = nn.Linear(3, 1)
rate = 0.1
if options.kind == "a":
    rate = 0.2
loss = net(torch.randn(4, 3)).mean() * rate
if options.kind == "a":
    loss.backward()
if options.kind == "b":
    loss.backward()
