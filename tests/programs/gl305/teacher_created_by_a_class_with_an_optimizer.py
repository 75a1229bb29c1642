"""Student and teacher are of a class that creates an optimizer; only that of the student is used."""

import torch
from torch import nn


class Learner:
    def __init__(self, width):
        self.net = nn.Sequential(nn.Linear(5, width), nn.Tanh(), nn.Linear(width, 3))
        self.opt = torch.optim.SGD(self.net.parameters(), lr=0.1)

    def learn(self, loss):
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()


def distill(student, teacher, batches):
    for x in batches:
        wanted = teacher.net(x)  # ! GL305
        student.learn(nn.functional.mse_loss(student.net(x), wanted))


distill(Learner(4), Learner(16), torch.randn(4, 8, 5))
