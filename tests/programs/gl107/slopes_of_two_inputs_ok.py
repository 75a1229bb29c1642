"""Each of two gradients may be None, and zeros replace it then."""

import torch


def mixed(values, first, second):
    along, across = torch.autograd.grad(values.sum(), (first, second), create_graph=True, allow_unused=True)
    across = torch.zeros_like(second) if across is None else across
    (across * first).sum().backward()


first, second = torch.rand(4, requires_grad=True), torch.rand(4, requires_grad=True)
eval("mixed")(first * second**2, first, second)
print(second.grad)
