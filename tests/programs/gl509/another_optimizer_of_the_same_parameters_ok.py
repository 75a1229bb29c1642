"""One optimizer resets the gradients, and another one of the same parameters steps."""

import torch
from torch import nn

model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
warmup = torch.optim.Adam(model.parameters(), lr=0.001)
for batch in torch.randn(4, 8, 3):
    optimizer.zero_grad()
    model(batch).pow(2).mean().backward()
    warmup.step()
