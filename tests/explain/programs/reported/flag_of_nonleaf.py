"""The flag of a result is switched off."""
import torch

weight = torch.randn(3, requires_grad=True)
scaled = weight * 2  # <- built
scaled.requires_grad = False  # <- raised
