"""The loss of line breaks is selected by a literal and then by a value that equals it: two backward passes through one graph."""

import torch


def step(separator, weight):
    losses = {"\n": (weight * weight).sum(), "\t": (weight * weight).mean()}
    losses["\n"].backward()
    if separator == "\n":
        losses[separator].backward()  # ! GL101


eval("step")("\n", torch.ones(3, requires_grad=True))
