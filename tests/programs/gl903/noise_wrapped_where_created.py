"""Noise is wrapped where it is made, under the module's own name for Variable."""

import torch
from torch import autograd, nn

generator = nn.Linear(2, 3)
optimizer = torch.optim.SGD(generator.parameters(), lr=0.1)
for _ in range(3):
    optimizer.zero_grad()
    fake = generator(autograd.Variable(torch.randn(4, 2)))  # ! GL903
    fake.pow(2).mean().backward()
    optimizer.step()
