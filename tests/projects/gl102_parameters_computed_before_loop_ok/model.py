import torch
from torch import nn


class Rows(nn.Module):
    """Rows for each kind of node, that are learnt."""

    def __init__(self, kinds, width):
        super().__init__()
        self.drop = nn.Dropout(0.1)
        self.width = width
        self.rows = nn.ParameterDict()
        for kind in kinds:
            rows = torch.randn(9, self.width)
            if kind == "edge":
                rows = rows * 0.1
            self.rows[kind] = nn.Parameter(rows)

    def forward(self, kinds=None):
        return self.rows
