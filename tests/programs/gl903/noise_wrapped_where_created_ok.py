"""The noise is used as the tensor that it is."""

import torch
from torch import nn

generator = nn.Linear(2, 3)
optimizer = torch.optim.SGD(generator.parameters(), lr=0.1)
for _ in range(3):
    optimizer.zero_grad()
    fake = generator(torch.randn(4, 2))
    fake.pow(2).mean().backward()
    optimizer.step()
