"""item reads the number."""

import torch

w = torch.randn(4, requires_grad=True)
(w**2).sum().backward()
norm = w.grad.norm()
print("grad norm %.3f" % norm.item())
