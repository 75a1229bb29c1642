"""A chunk is changed in place in a `try` that handles the error."""

import torch
from torch import nn

model = nn.Linear(3, 6)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
first, second = model(torch.randn(4, 3)).chunk(2, dim=1)
try:
    first += 1
except RuntimeError:
    first = first + 1
(first * second).sum().backward()
optimizer.step()
