"""autograd.grad frees only the nodes on the way to its inputs: the other branch of the sum can still be backpropagated."""

import torch

left = torch.randn(3, requires_grad=True)
right = torch.randn(3, requires_grad=True)
both = left.sin() + right.exp()
(left_slope,) = torch.autograd.grad(both.sum(), left)
(right_slope,) = torch.autograd.grad(both.sum(), right)
print(left_slope, right_slope)
