"""The optimizer was given the teacher, which runs under no_grad only: its gradients are always missing."""

import torch
import torch.nn.functional as F
from torch import nn

student, teacher = nn.Linear(4, 2), nn.Linear(4, 2)
teacher.requires_grad_(True)
opt = torch.optim.SGD(teacher.parameters(), lr=0.1)
for x in torch.randn(3, 5, 4):
    with torch.no_grad():
        soft = teacher(x).softmax(1)
    loss = F.cross_entropy(student(x), soft)
    opt.zero_grad()
    loss.backward()
    opt.step()  # ! GL405
