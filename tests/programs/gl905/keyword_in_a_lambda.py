"""A lambda wraps the backward with the gradient of ones, under the old name."""

import torch

walk = lambda root: torch.autograd.backward(root, grad_variables=torch.ones_like(root))  # ! GL905
weights = [torch.randn(3, requires_grad=True) for _ in range(2)]
for weight in weights:
    walk(weight.exp())
print(sum(weight.grad.sum().item() for weight in weights))
