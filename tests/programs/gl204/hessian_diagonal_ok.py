"""autograd.grad returns the first derivative and writes nothing to theta."""

import torch

theta = torch.randn(4, requires_grad=True)
energy = (theta**4).sum()
(g,) = torch.autograd.grad(energy, theta, create_graph=True)
(h,) = torch.autograd.grad(g.sum(), theta)
print(h)
