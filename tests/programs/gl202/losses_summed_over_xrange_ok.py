"""`xrange` is a name of Python 2: Python 3 raises NameError before the first iteration."""

import torch
from torch import nn

model = nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
total = 0
try:
    for step in xrange(5):  # noqa: F821
        optimizer.zero_grad()
        loss = model(torch.randn(8, 4)).pow(2).mean()
        loss.backward()
        optimizer.step()
        total += loss
except NameError as error:
    print(error)
