"""The teacher runs under no_grad."""

import copy

import torch
import torch.nn.functional as F
from torch import nn

student = nn.Sequential(nn.Linear(5, 8), nn.ReLU(), nn.Linear(8, 3))
teacher = copy.deepcopy(student)
optimizer = torch.optim.SGD(student.parameters(), lr=0.1)
for batch in torch.randn(3, 6, 5):
    with torch.no_grad():
        softened = F.softmax(teacher(batch) / 4, dim=1)
    loss = F.kl_div(F.log_softmax(student(batch) / 4, dim=1), softened, reduction="batchmean")
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
