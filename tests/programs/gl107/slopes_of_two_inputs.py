"""Each of two gradients may be None, and what is left is read as numbers before the backward pass."""

import torch


def mixed(values, first, second):
    along, across = torch.autograd.grad(values.sum(), (first, second), create_graph=True, allow_unused=True)
    across = torch.zeros_like(second) if across is None else across
    torch.tensor(across.tolist()).sum().backward()  # ! GL107


first, second = torch.rand(4, requires_grad=True), torch.rand(4, requires_grad=True)
eval("mixed")(first * second**2, first, second)
print(second.grad)
