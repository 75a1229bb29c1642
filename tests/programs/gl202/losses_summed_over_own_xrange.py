"""`xrange` is bound on one branch, so the loop runs and the sum keeps every graph."""

import sys

import torch
from torch import nn

if sys.version_info[0] > 2:
    xrange = range

model = nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
total = 0
for step in xrange(5):
    optimizer.zero_grad()
    loss = model(torch.randn(8, 4)).pow(2).mean()
    loss.backward()
    optimizer.step()
    total += loss  # ! GL202
