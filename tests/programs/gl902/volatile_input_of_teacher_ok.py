"""The teacher gets the batch as it is."""

import torch
from torch import nn
from torch.autograd import Variable as V

teacher, student = nn.Linear(3, 2).requires_grad_(False), nn.Linear(3, 2)
optimizer = torch.optim.SGD(student.parameters(), lr=0.1)
for batch in torch.randn(3, 4, 3):
    wanted = teacher(batch)
    optimizer.zero_grad()
    (student(batch) - wanted).pow(2).mean().backward()
    optimizer.step()
