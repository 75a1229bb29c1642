"""A helper returns None or a tensor; the caller detaches the tensor and calls backward on its sum."""

import sys

import torch


def scores(inputs, disabled):
    if disabled:
        return None
    return inputs * 2


outputs = scores(torch.nn.Linear(3, 1)(torch.randn(4, 3)), len(sys.argv) > 1)
if outputs is not None:
    outputs.detach().sum().backward()  # ! GL107
