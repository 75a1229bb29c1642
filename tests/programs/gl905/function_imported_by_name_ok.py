"""The helper uses the new keyword."""

import torch
from torch.autograd import backward


def push(field, directions):
    backward(field, grad_tensors=directions)


place = torch.zeros(4, requires_grad=True)
push(place.sin() + place, torch.arange(4.0))
print(place.grad)
