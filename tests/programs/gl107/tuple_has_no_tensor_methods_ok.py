"""A tuple has no `flatten`: with the recurrent model Python raises an AttributeError before there is a loss."""

import sys

import torch
from torch import nn


class Recurrent(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 3)

    def forward(self, inputs):
        return self.layer(inputs), None


model = Recurrent() if len(sys.argv) > 1 else nn.Linear(4, 3)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(2):
    optimizer.zero_grad()
    loss = nn.functional.cross_entropy(model(torch.randn(2, 5, 4)).flatten(0, 1), torch.randint(0, 3, (10,)))
    loss.backward()
    optimizer.step()
