"""One path of the module's own code ends early: the functions defined after that are analyzed all the same."""

import sys

import torch
from torch import nn

if "--version" in sys.argv:
    print(torch.__version__)
    raise SystemExit


def train():
    model = nn.Linear(3, 1)
    loss = model(torch.randn(4, 3)).pow(2).mean()
    loss.backward(retain_graph=True)
    loss.backward()


globals()["train"]()
