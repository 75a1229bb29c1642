"""The teacher's input is volatile so that the teacher builds no graph; today only its frozen weights see to that."""

import torch
from torch import nn
from torch.autograd import Variable as V

teacher, student = nn.Linear(3, 2).requires_grad_(False), nn.Linear(3, 2)
optimizer = torch.optim.SGD(student.parameters(), lr=0.1)
for batch in torch.randn(3, 4, 3):
    wanted = teacher(V(batch, volatile=True))  # ! GL902
    optimizer.zero_grad()
    (student(batch) - wanted).pow(2).mean().backward()
    optimizer.step()
