"""In the first epoch only the distillation loss is used, and it is computed from the teacher twice."""
import torch
from torch import nn
from vendorlib import make_model

student, teacher = make_model(5, 3), make_model(5, 3)
teacher.requires_grad_(False)  # <- leaf
SCHEDULE = {0: {"distill": 1.0, "label": 0.0}, 1: {"distill": 0.5, "label": 0.5}}


def objective(x, y, weights, temperature=2.0):
    soft = (teacher(x) / temperature).softmax(1)
    log_student = (teacher(x) / temperature).log_softmax(1)
    loss = weights["distill"] * nn.functional.kl_div(log_student, soft, reduction="batchmean")
    if weights["label"]:
        loss = loss + weights["label"] * nn.functional.cross_entropy(student(x), y)
    return loss


optimizer = torch.optim.SGD(student.parameters(), lr=0.1)
for epoch, weights in SCHEDULE.items():
    loss = objective(torch.randn(4, 5), torch.tensor([0, 1, 2, 0]), weights)
    optimizer.zero_grad()
    loss.backward()  # <- raised
    optimizer.step()
