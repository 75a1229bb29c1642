"""A leaf is put into a copy of the elements of a tensor of zeros, which an index with a tensor makes: the tensor has no graph."""

import torch

x = torch.randn(3, requires_grad=True)
out = torch.zeros(3, 3)
out[torch.tensor([0])].copy_(x)
out.sum().backward()  # ! GL107
