"""The loss of tabs is selected by a literal, then that of line breaks by a value: each graph has one backward pass."""

import torch


def step(separator, weight):
    losses = {"\n": (weight * weight).sum(), "\t": (weight * weight).mean()}
    losses["\t"].backward()
    if separator == "\n":
        losses[separator].backward()


eval("step")("\n", torch.ones(3, requires_grad=True))
