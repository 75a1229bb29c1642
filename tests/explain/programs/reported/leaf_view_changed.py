"""A row of a leaf is filled in place."""
import torch

table = torch.zeros(3, 2, requires_grad=True)  # <- leaf
table[0].fill_(1.0)  # <- raised
