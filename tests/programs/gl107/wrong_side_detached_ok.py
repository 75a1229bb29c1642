"""The teacher's side is the one that is detached."""

import torch
import torch.nn.functional as F
from torch import nn

teacher = nn.Linear(5, 3).requires_grad_(False)
student = nn.Linear(5, 3)
optimizer = torch.optim.SGD(student.parameters(), lr=0.5)


def distillation_loss(student_scores, teacher_scores, softness=2.0):
    wanted = F.softmax(teacher_scores.detach() / softness, dim=1)
    said = F.log_softmax(student_scores / softness, dim=1)
    return F.kl_div(said, wanted, reduction="batchmean")


for batch in torch.randn(2, 4, 5):
    optimizer.zero_grad()
    distillation_loss(student(batch), teacher(batch)).backward()
    optimizer.step()
