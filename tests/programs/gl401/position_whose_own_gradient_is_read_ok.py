"""A position becomes a leaf and its gradient is read: that of a function that may return the position itself."""

import torch


def identity(values):
    return values


def slope(function, start):
    position = torch.tensor(start) * 2
    position.requires_grad_()
    function(position).backward()
    return position.grad.item()


print(slope(identity, 1.5))
print(slope(torch.exp, 1.5))
