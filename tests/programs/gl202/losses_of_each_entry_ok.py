"""Dictionaries have no method `iteritems` in Python 3: no loss is computed."""

import torch
from torch import nn

model = nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
data = {name: torch.randn(8, 4) for name in ("train", "extra", "more", "last")}
total = 0
try:
    for name, x in data.iteritems():
        optimizer.zero_grad()
        loss = model(x).pow(2).mean()
        loss.backward()
        optimizer.step()
        total += loss
except AttributeError as error:
    print(error)
