"""The encoder comes from a table that a decorator fills; the optimizer owns it, too."""

import torch
from encoders import build
from torch import nn

encoder, head = build("small"), nn.Linear(6, 2)
optimizer = torch.optim.SGD([*encoder.parameters(), *head.parameters()], lr=0.1)
for _ in range(3):
    loss = head(encoder(torch.randn(3, 4))).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
