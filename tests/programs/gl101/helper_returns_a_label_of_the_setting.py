"""A helper returns a label for each setting, and the setting of the failing branch is not the first one."""

import argparse

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--loss", default="hinge")
options = parser.parse_args([])


def label(options):
    if options.loss == "mse":
        return "mean squared error"
    return "other"


def main():
    print(label(options))
    net = nn.Linear(3, 1)
    score = net(torch.randn(4, 3))
    if options.loss == "mse":
        score.pow(2).mean().backward()
    else:
        loss = (1 - score).relu().mean()
        loss.backward()
        loss.backward()  # ! GL101


main()
