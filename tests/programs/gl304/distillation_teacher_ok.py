"""The teacher runs under no_grad."""

import torch
import torch.nn.functional as F
from torch import nn


class Distiller(nn.Module):
    def __init__(self, teacher, student, T=2.0):
        super().__init__()
        self.teacher = teacher
        self.student = student
        self.T = T

    def forward(self, x, y):
        with torch.no_grad():
            t = self.teacher(x)
        s = self.student(x)
        soft = F.kl_div(F.log_softmax(s / self.T, -1), F.softmax(t.detach() / self.T, -1), reduction="batchmean")
        return F.cross_entropy(s, y) + soft * self.T**2


d = Distiller(nn.Sequential(nn.Linear(6, 32), nn.ReLU(), nn.Linear(32, 4)), nn.Linear(6, 4))
optimizer = torch.optim.SGD(d.student.parameters(), lr=0.1)
for _ in range(3):
    loss = d(torch.randn(8, 6), torch.randint(0, 4, (8,)))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
