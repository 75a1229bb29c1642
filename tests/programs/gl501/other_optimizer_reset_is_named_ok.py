"""Of two optimizers, zero_grad of each optimizers is called."""

import torch
from torch import nn

body, head = nn.Linear(3, 4), nn.Linear(4, 1)
body_optimizer = torch.optim.SGD(body.parameters(), lr=0.1)
head_optimizer = torch.optim.Adam(head.parameters())
for x in torch.randn(3, 5, 3):
    body_optimizer.zero_grad()
    head_optimizer.zero_grad()
    head(body(x).relu()).pow(2).mean().backward()
    body_optimizer.step()
    head_optimizer.step()
