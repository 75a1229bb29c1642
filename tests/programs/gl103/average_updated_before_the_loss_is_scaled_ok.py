"""A criterion updates its running average without a graph, and scales the loss after that."""

import torch
from torch import nn


class Centered(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.register_buffer("average", torch.zeros(width))

    def forward(self, student, teacher):
        wanted = torch.softmax(teacher - self.average, -1)
        loss = -(wanted * student.log_softmax(-1)).sum(-1).mean()
        self.average = 0.9 * self.average + 0.1 * teacher.detach().mean(0)
        return loss * 0.5


student, teacher, criterion = nn.Linear(3, 3), nn.Linear(3, 3), Centered(3)
optimizer = torch.optim.SGD([*student.parameters(), *teacher.parameters()], lr=0.1)
for _ in range(3):
    batch = torch.randn(4, 3)
    loss = criterion(student(batch), teacher(batch))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
