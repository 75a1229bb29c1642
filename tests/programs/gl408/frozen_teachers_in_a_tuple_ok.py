"""The teachers are frozen: nothing is to be trained in the tuple."""

import torch
from torch import nn


class Distilled(nn.Module):
    def __init__(self, teachers):
        super().__init__()
        for teacher in teachers:
            teacher.requires_grad_(False)
        self.teachers = tuple(teachers)
        self.net = nn.Linear(3, 2)

    def forward(self, x):
        target = sum(teacher(x) for teacher in self.teachers) / len(self.teachers)
        return (self.net(x) - target).pow(2).mean()


model = Distilled([nn.Linear(3, 2), nn.Linear(3, 2)])
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for step in range(4):
    loss = model(torch.randn(8, 3))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
