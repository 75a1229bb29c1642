"""The average is assigned to the teacher's .data."""

import copy

import torch
from torch import nn

student = nn.Linear(3, 2)
teacher = copy.deepcopy(student).requires_grad_(False)
for slow, fast in zip(teacher.parameters(), student.parameters()):
    slow.data = 0.9 * slow + 0.1 * fast.detach()  # ! GL402
print(teacher.weight.shape)
