"""The gradient of ones is given as grad_tensors."""

import torch

walk = lambda root: torch.autograd.backward(root, grad_tensors=torch.ones_like(root))
weights = [torch.randn(3, requires_grad=True) for _ in range(2)]
for weight in weights:
    walk(weight.exp())
print(sum(weight.grad.sum().item() for weight in weights))
