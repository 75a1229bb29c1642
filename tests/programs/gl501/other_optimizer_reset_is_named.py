"""zero_grad of one optimizer is named and not called; that the other one has no reset at all is a second mistake."""

import torch
from torch import nn

body, head = nn.Linear(3, 4), nn.Linear(4, 1)
body_optimizer = torch.optim.SGD(body.parameters(), lr=0.1)
head_optimizer = torch.optim.Adam(head.parameters())
for x in torch.randn(3, 5, 3):
    body_optimizer.zero_grad  # ! GL303
    head(body(x).relu()).pow(2).mean().backward()  # ! GL501
    body_optimizer.step()
    head_optimizer.step()
