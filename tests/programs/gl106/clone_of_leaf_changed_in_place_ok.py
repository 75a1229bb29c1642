"""A clone is not a leaf: it may be written to, and the gradient still reaches the leaf it was cloned from."""

import torch

template = torch.randn(4, 4, requires_grad=True)
canvas = template.clone()
canvas[1:3, 1:3] = 0.0
canvas += 1
canvas.pow(2).sum().backward()
print(template.grad.abs().sum())
