"""The average is copied into the teacher."""

import copy

import torch
from torch import nn

student = nn.Linear(3, 2)
teacher = copy.deepcopy(student).requires_grad_(False)
for slow, fast in zip(teacher.parameters(), student.parameters()):
    slow.copy_(0.9 * slow + 0.1 * fast.detach())
print(teacher.weight.shape)
