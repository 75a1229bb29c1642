"""A sum over an empty list of dimensions is a sum over all of them."""

import torch

weight = torch.ones(3, 2, requires_grad=True)
(weight * 2).sum(dim=()).backward()
(weight * 2).mean(dim=()).backward()
print(weight.grad.sum().item())
