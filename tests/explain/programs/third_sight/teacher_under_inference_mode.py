"""The teacher's logits, made in inference mode by a library, are saved by the student's loss."""
import torch
from torch import nn
from vendorlib import make_model, predict

teacher, student = make_model(4, 3), nn.Linear(4, 3)


def distill(x):
    soft = predict(teacher, x)  # <- no_grad
    return (student(x) * soft).sum(1).mean()  # <- raised


for batch in torch.randn(2, 5, 4):
    distill(batch).backward()
