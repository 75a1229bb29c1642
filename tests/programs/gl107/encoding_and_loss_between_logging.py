"""A `no_grad` block for statistics also holds the encoding on which the loss depends, and the norm that it is divided by."""

import torch
from torch import nn

encoder = nn.Linear(3, 4)
optimizer = torch.optim.SGD(encoder.parameters(), lr=0.1)
norms = []
for _ in range(4):
    x = torch.randn(8, 3)
    with torch.no_grad():
        scale = x.norm()
        code = encoder(x / scale)
        norms.append(code.norm().item())
    optimizer.zero_grad()
    code.pow(2).mean().backward()  # ! GL107
    optimizer.step()
