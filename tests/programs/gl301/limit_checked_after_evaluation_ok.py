"""A function evaluates with grad mode off, reads a number of the result and raises on some paths."""

import os
import sys

import torch
from torch import nn

net = nn.Linear(3, 1)


@torch.no_grad()
def outputs_of(batches):
    net.eval()
    for batch in batches:
        out = net(batch)
        print(out.mean().item())
    return out


def main(argv, limit):
    outputs_of([torch.randn(4, 3) for _ in range(3)]).max()
    if len(argv) > limit:
        raise ValueError("too many arguments")


globals()[os.environ.get("COMMAND", "main")](sys.argv, 20)
