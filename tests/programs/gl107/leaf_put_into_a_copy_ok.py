"""A leaf replaces elements of a tensor of zeros under an index with a tensor: the tensor has a graph."""

import torch

x = torch.randn(3, requires_grad=True)
out = torch.zeros(3, 3)
out[torch.tensor([0])] = x
out.sum().backward()
