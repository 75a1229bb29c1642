"""to() and float() return the same tensor where nothing changes: the leaf stays the leaf."""

import torch

angles = torch.zeros(3, requires_grad=True).float().to(torch.float32).contiguous()
(angles.cos() * torch.arange(3.0)).sum().backward()
print(angles.grad, angles.is_leaf)
