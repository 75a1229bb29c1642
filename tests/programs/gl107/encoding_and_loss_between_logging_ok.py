"""A `no_grad` block for statistics only: the encoding on which the loss depends is computed before it."""

import torch
from torch import nn

encoder = nn.Linear(3, 4)
optimizer = torch.optim.SGD(encoder.parameters(), lr=0.1)
norms = []
for _ in range(4):
    x = torch.randn(8, 3)
    scale = x.norm()
    code = encoder(x / scale)
    with torch.no_grad():
        norms.append(code.norm().item())
    optimizer.zero_grad()
    code.pow(2).mean().backward()
    optimizer.step()
