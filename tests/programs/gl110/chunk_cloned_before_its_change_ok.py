"""A chunk that is cloned, detached, or read through `.data` may be changed in place."""

import torch
from torch import nn

model = nn.Linear(3, 6)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
first, second = model(torch.randn(4, 3)).chunk(2, dim=1)
scaled = first.clone()
scaled *= 2
mask = second.detach()
mask.clamp_(0, 1)
(scaled * mask.clone()).sum().backward()
optimizer.step()
