"""The function was imported by name, and is called in a helper with the old keyword."""

import torch
from torch.autograd import backward


def push(field, directions):
    backward(field, grad_variables=directions)  # ! GL905


place = torch.zeros(4, requires_grad=True)
push(place.sin() + place, torch.arange(4.0))
print(place.grad)
