"""A helper returns None or a tensor; the caller calls backward on the sum of the tensor."""

import sys

import torch


def scores(inputs, disabled):
    if disabled:
        return None
    return inputs * 2


outputs = scores(torch.nn.Linear(3, 1)(torch.randn(4, 3)), len(sys.argv) > 1)
if outputs is not None:
    outputs.sum().backward()
