"""A decorator with arguments scales what the function returns; the scaled loss shares the graph of the loss."""

import functools

import torch
from torch import nn

net = nn.Linear(3, 1)


def scaled(factor, *, offset=0.0):
    def decorate(function):
        @functools.wraps(function)
        def wrapper(*args):
            return function(*args) * factor + offset

        return wrapper

    return decorate


@scaled(0.5, offset=1.0)
def penalty(value):
    return value.pow(2).mean()


output = net(torch.randn(4, 3))
penalty(output).backward()
penalty(output).backward()  # ! GL101
