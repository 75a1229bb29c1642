"""The student is compared with the detached output of the teacher."""

import torch
import torch.nn.functional as F
from torch import nn


def learn(teacher, student, of_teacher, of_student, x, y):
    soft = teacher(x)
    of_teacher.zero_grad()
    F.cross_entropy(soft, y).backward()
    of_teacher.step()
    gap = F.mse_loss(student(x), soft.detach())
    of_student.zero_grad()
    gap.backward()
    of_student.step()


teacher = nn.Sequential(nn.Linear(3, 9), nn.Tanh(), nn.Linear(9, 2))
student = nn.Linear(3, 2)
optimizers = torch.optim.SGD(teacher.parameters(), lr=0.1), torch.optim.SGD(student.parameters(), lr=0.1)
for _ in range(3):
    learn(teacher, student, *optimizers, torch.randn(4, 3), torch.tensor([1, 0, 0, 1]))
