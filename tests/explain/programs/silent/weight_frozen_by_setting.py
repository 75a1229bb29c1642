"""A class normalizes the rows of its table, which a setting may freeze."""
import os

import torch
from torch import nn


class Table(nn.Module):
    def __init__(self, rows, trained):
        super().__init__()
        self.rows = nn.Parameter(torch.randn(rows, 3), requires_grad=trained)  # <- leaf

    def normalize(self):
        self.rows.div_(self.rows.norm(dim=1, keepdim=True))  # <- raised


table = Table(4, "FROZEN" not in os.environ)
table.normalize()
