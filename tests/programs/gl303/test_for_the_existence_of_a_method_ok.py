"""A try that handles AttributeError references step and train only to find out whether the object has them."""

import torch
from torch import nn


def has_mode(thing):
    try:
        thing.train
        thing.step
    except AttributeError:
        return False
    return True


print(has_mode(nn.Linear(3, 1)), has_mode(torch.zeros(3)))
