"""Of two optimizers one steps, and of the other the step is only named."""

import torch
from torch import nn

body, head = nn.Linear(4, 5), nn.Linear(5, 1)
body_optimizer = torch.optim.SGD(body.parameters(), lr=0.01)
head_optimizer = torch.optim.SGD(head.parameters(), lr=0.1)
for batch in torch.randn(3, 6, 4):
    body_optimizer.zero_grad()
    head_optimizer.zero_grad()
    head(torch.relu(body(batch))).square().mean().backward()
    body_optimizer.step  # ! GL303
    head_optimizer.step()
