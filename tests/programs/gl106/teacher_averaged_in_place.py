"""The teacher is a copy of the student and its parameters still require grad when the average is written into them."""

import copy

import torch
import torch.nn.functional as F
from torch import nn

student = nn.Sequential(nn.Linear(4, 6), nn.ReLU(), nn.Linear(6, 2))
teacher = copy.deepcopy(student)
optimizer = torch.optim.SGD(student.parameters(), lr=0.1)


def follow(decay):
    for slow, fast in zip(teacher.parameters(), student.parameters()):
        slow.mul_(decay).add_(fast.detach(), alpha=1 - decay)  # ! GL106


for batch in torch.randn(3, 5, 4):
    with torch.no_grad():
        goal = teacher(batch)
    loss = F.mse_loss(student(batch + 0.1 * torch.randn_like(batch)), goal)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    follow(decay=0.99)
