"""A tensor has `item`, so the index after the hasattr check is for other objects."""

import torch


def number(value):
    if hasattr(value, "item"):
        return value.item()
    if hasattr(value, "__getitem__"):
        return value[0]
    return value


weight = torch.ones(3, requires_grad=True)
loss = (weight * 2).sum()
loss.backward()
print(number(loss.data), weight.grad.sum().item())
