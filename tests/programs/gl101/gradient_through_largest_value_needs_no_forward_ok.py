"""The gradient of a maximum is a mask, in which nothing can be differentiated: the forward pass is not needed again."""

import torch

x = torch.randn(6, 4, requires_grad=True)
scale = torch.randn(4, requires_grad=True)
largest = torch.max(x * 2, dim=1).values
(slope,) = torch.autograd.grad(largest.sum(), x, create_graph=True)
largest.sum().backward()
(slope * scale).sum().backward()
