"""A row of a tensor that requires grad is filled in place."""

import torch

table = torch.zeros(3, 2, requires_grad=True)
table[0].fill_(1.0)  # raises
