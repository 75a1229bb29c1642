"""The teacher's parameters are frozen, and may be written to."""

import copy

import torch
import torch.nn.functional as F
from torch import nn

student = nn.Sequential(nn.Linear(4, 6), nn.ReLU(), nn.Linear(6, 2))
teacher = copy.deepcopy(student).requires_grad_(False)
optimizer = torch.optim.SGD(student.parameters(), lr=0.1)


def follow(decay):
    for slow, fast in zip(teacher.parameters(), student.parameters()):
        slow.mul_(decay).add_(fast.detach(), alpha=1 - decay)


for batch in torch.randn(3, 5, 4):
    with torch.no_grad():
        goal = teacher(batch)
    loss = F.mse_loss(student(batch + 0.1 * torch.randn_like(batch)), goal)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    follow(decay=0.99)
