"""`requires_grad` of a result is switched off."""

import torch

weight = torch.randn(3, requires_grad=True)
scaled = weight * 2
scaled.requires_grad = False  # raises
