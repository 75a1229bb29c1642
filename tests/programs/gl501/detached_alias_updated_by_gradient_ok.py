"""A detached alias of a leaf is changed by the gradient of the leaf: that is a step, after which the gradient is dropped."""

import torch

offset = torch.zeros(4, requires_grad=True)
values = offset.detach()
for target in torch.rand(5, 4):
    error = (offset - target).abs().sum()
    error.backward()
    values.sub_(offset.grad, alpha=0.05)
    offset.grad = None
