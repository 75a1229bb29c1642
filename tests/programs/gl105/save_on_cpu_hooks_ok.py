"""save_on_cpu puts a copy aside when a tensor is saved, and does not check the original's version in the backward."""

import torch

factor = torch.rand(3)
value = torch.rand(3, requires_grad=True)
with torch.autograd.graph.save_on_cpu():
    product = value * factor
factor.add_(1)
product.sum().backward()
print(value.grad)
