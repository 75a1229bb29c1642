"""The moving average is taken inside of it."""

import copy

import torch
from torch import nn, no_grad

student = nn.Linear(3, 2)
teacher = copy.deepcopy(student).requires_grad_(False)
optimizer = torch.optim.SGD(student.parameters(), lr=0.1)


def follow():
    with no_grad():
        for slow, fast in zip(teacher.parameters(), student.parameters()):
            slow.copy_(0.9 * slow + 0.1 * fast.detach())


for batch in torch.randn(3, 4, 3):
    optimizer.zero_grad()
    (student(batch) - teacher(batch + 0.1)).pow(2).mean().backward()
    optimizer.step()
    follow()
