"""The first derivative is written to theta.grad with its graph, so that theta and its gradient hold each other for good."""

import torch

theta = torch.randn(4, requires_grad=True)
energy = (theta**4).sum()
energy.backward(create_graph=True)  # ! GL204
g = theta.grad
(h,) = torch.autograd.grad(g.sum(), theta)
print(h)
