"""Subclasses of Sequential run their layers without a graph, or hold one more layer that is not among the arguments of the constructor."""

import torch
from torch import nn


class Teacher(nn.Sequential):
    def __init__(self):
        super().__init__(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 3))

    @torch.no_grad()
    def forward(self, inputs):
        return super().forward(inputs).softmax(-1)


class Student(nn.Sequential):
    def __init__(self):
        super().__init__(nn.Linear(4, 6), nn.ReLU())
        self.head = nn.Linear(6, 3)


teacher, student = Teacher(), Student()
optimizer = torch.optim.SGD([*student[0].parameters(), *student.head.parameters()], lr=0.1)
for inputs in torch.randn(5, 8, 4):
    loss = nn.functional.cross_entropy(student(inputs), teacher(inputs))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(float(loss), len(student), [name for name, _ in teacher.named_parameters()])
