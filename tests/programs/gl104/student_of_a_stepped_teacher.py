"""A teacher trains online; the student's loss compares with an output of the teacher from before its step."""

import torch
import torch.nn.functional as F
from torch import nn


def learn(teacher, student, of_teacher, of_student, x, y):
    soft = teacher(x)
    of_teacher.zero_grad()
    F.cross_entropy(soft, y).backward(retain_graph=True)
    of_teacher.step()
    gap = F.mse_loss(student(x), soft)
    of_student.zero_grad()
    gap.backward()  # ! GL104
    of_student.step()


teacher = nn.Sequential(nn.Linear(3, 9), nn.Tanh(), nn.Linear(9, 2))
student = nn.Linear(3, 2)
optimizers = torch.optim.SGD(teacher.parameters(), lr=0.1), torch.optim.SGD(student.parameters(), lr=0.1)
for _ in range(3):
    learn(teacher, student, *optimizers, torch.randn(4, 3), torch.tensor([1, 0, 0, 1]))
