"""The difference is assigned to .data, which changes the leaf and leaves the name as it is."""

import torch

weights = [torch.randn(4, requires_grad=True) for _ in range(2)]
for batch in torch.randn(3, 5, 4):
    loss = sum((batch @ weight).pow(2).mean() for weight in weights)
    loss.backward()
    for weight in weights:
        weight.data = weight.data - 0.1 * weight.grad
        weight.grad = None
