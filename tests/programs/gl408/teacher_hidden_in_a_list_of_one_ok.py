"""A list of one element hides the teacher from `state_dict()` on purpose; its gradients are not used."""

import torch
from torch import nn


class Student(nn.Module):
    def __init__(self, teacher):
        super().__init__()
        self.teacher = [teacher]
        self.net = nn.Linear(3, 2)

    def forward(self, x):
        with torch.no_grad():
            target = self.teacher[0](x)
        return (self.net(x) - target).pow(2).mean()


student = Student(nn.Linear(3, 2))
optimizer = torch.optim.SGD(student.parameters(), lr=0.1)
for step in range(4):
    loss = student(torch.randn(8, 3))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
