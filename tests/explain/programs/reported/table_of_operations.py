"""The operation comes from a table."""
import random

import torch

OPERATIONS = {"shift": lambda t: t.add_(1.0), "scale": lambda t: t.mul_(2.0)}  # <- changed


def augment(t):
    name = random.choice(sorted(OPERATIONS))
    return OPERATIONS[name](t)


weight = torch.randn(3, requires_grad=True)
hidden = weight.exp()  # <- built
augment(hidden)
hidden.sum().backward()  # <- raised
