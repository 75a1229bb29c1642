"""The gradient of a result is read, but only leaves have one."""

import torch

weight = torch.randn(3, requires_grad=True) * 0.1
weight.pow(2).sum().backward()
weight.grad.zero_()  # raises
