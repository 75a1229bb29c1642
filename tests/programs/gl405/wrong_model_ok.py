"""The optimizer has the student, whom the loss reaches."""

import torch
import torch.nn.functional as F
from torch import nn

student, teacher = nn.Linear(4, 2), nn.Linear(4, 2)
teacher.requires_grad_(False)
opt = torch.optim.SGD(student.parameters(), lr=0.1)
for x in torch.randn(3, 5, 4):
    with torch.no_grad():
        soft = teacher(x).softmax(1)
    loss = F.kl_div(student(x).log_softmax(1), soft, reduction="batchmean")
    opt.zero_grad()
    loss.backward()
    opt.step()
