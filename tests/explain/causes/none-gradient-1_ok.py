import torch

weight = (torch.randn(3) * 0.1).requires_grad_()
weight.pow(2).sum().backward()
weight.grad.zero_()
