"""The leaf is the float tensor that was cast and forgotten; the name stands for its cast, which gets no gradient."""

import torch

masses = torch.rand(4, requires_grad=True).to(torch.float64)
places = torch.randn(4, 2, dtype=torch.float64)
centre = (masses.unsqueeze(1) * places).sum(dim=0) / masses.sum()
centre.norm().backward()
print(masses.grad)  # ! GL404
