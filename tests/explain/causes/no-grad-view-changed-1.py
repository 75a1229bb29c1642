"""A slice is taken under `no_grad` and changed outside of it."""

import torch

weight = torch.randn(4, requires_grad=True)
scaled = weight * 2
with torch.no_grad():
    part = scaled[:2]
part.mul_(2)  # raises
