"""A weight is changed in place with grad mode on."""

import torch

weight = torch.zeros(3, requires_grad=True)
weight.add_(1.0)  # raises
