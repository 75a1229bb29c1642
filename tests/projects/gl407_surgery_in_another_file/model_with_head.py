"""A model with a head."""

from torch import nn


class ModelWithHead(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(3, 4)
        self.head = nn.Linear(4, 10)

    def forward(self, x):
        return self.head(self.body(x).relu())
