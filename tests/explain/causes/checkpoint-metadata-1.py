"""A value outside of the checkpointed function, which gives the shape, is changed before the backward pass calls the function again."""

import torch
from torch.utils.checkpoint import checkpoint

weight = torch.randn(3, 3, requires_grad=True)
settings = {"width": 3}


def block(inputs):
    return (inputs @ weight)[:, : settings["width"]].tanh()


hidden = checkpoint(block, torch.randn(2, 3), use_reentrant=False)
settings["width"] = 2
hidden.sum().backward()  # raises
