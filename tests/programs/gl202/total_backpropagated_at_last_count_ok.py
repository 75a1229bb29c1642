"""The sum of all losses is backpropagated in the iteration whose count is the last one."""

import sys

import torch
from torch import nn


def train(model, last):
    total, number = 0, 1
    while number <= last:
        total = total + model(torch.randn(4, 3)).pow(2).mean()
        if last == number:
            total.backward()
        number += 1


train(nn.Linear(3, 1), len(sys.argv) + 4)
