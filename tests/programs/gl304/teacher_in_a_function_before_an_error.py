"""A function returns the teacher's detached output, and the training step fails because a saved tensor is modified."""

import torch
from torch import nn

teacher, student = nn.Linear(3, 3), nn.Linear(3, 3)


def targets(x):
    return teacher(x).detach()  # ! GL304


def step(x):
    wanted = targets(x)
    answer = student(x).exp()
    answer.add_(1)
    (answer - wanted).pow(2).mean().backward()  # ! GL105


step(torch.randn(4, 3))
