"""The student steps between the two backwards, and the mentor's loss runs through the student's old weights."""

import torch
from torch import nn, optim

student = nn.Sequential(nn.Linear(3, 9), nn.ELU(), nn.Linear(9, 2))
mentor = nn.Sequential(nn.Linear(2, 5), nn.ELU(), nn.Linear(5, 1))
optimizers = [optim.SGD(student.parameters(), lr=0.1), optim.SGD(mentor.parameters(), lr=0.1)]
for batch in torch.randn(3, 10, 3).unbind():
    out = student(batch)
    grade = mentor(out)
    losses = [out.pow(2).mean() - grade.mean(), grade.sub(1).pow(2).mean()]
    for o in optimizers:
        o.zero_grad()
    losses[0].backward(retain_graph=True)
    optimizers[0].step()
    losses[1].backward()  # ! GL104
    optimizers[1].step()
