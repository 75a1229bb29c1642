"""The tensor is made in the wanted type, and is the leaf itself."""

import torch

masses = torch.rand(4, requires_grad=True, dtype=torch.float64)
places = torch.randn(4, 2, dtype=torch.float64)
centre = (masses.unsqueeze(1) * places).sum(dim=0) / masses.sum()
centre.norm().backward()
print(masses.grad)
