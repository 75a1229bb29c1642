"""A weight is initialized in place with grad mode on."""
import torch

weight = torch.zeros(3, requires_grad=True)  # <- leaf
weight.add_(1.0)  # <- raised
