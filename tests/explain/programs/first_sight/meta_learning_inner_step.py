"""The inner steps reuse a loss whose graph the first inner step has freed."""
import torch
from vendorlib import make_weight

weight = make_weight(3, 1)
x, y = torch.randn(5, 3), torch.randn(5, 1)


def inner_loop(weight, x, y, steps):
    loss = ((x @ weight - y) ** 2).mean()  # <- built
    fast = weight
    for _ in range(steps):
        (grad,) = torch.autograd.grad(loss, weight)  # <- raised, freed
        fast = fast - 0.1 * grad
    return fast


inner_loop(weight, x, y, 2)
