"""A counter is reset, and the attribute that sums the losses is not."""

import torch
from torch import nn


class Learner:
    def __init__(self):
        self.net = nn.Linear(3, 1)
        self.opt = torch.optim.SGD(self.net.parameters(), lr=0.1)
        self.loss, self.steps = 0, 0

    def learn(self, x):
        loss = self.net(x).pow(2).mean()
        self.opt.zero_grad()
        loss.backward()
        self.opt.step()
        self.loss += loss  # ! GL202
        self.steps += 1
        if self.steps == 5:
            print(float(self.loss))
            self.steps = 0


learner = Learner()
for _ in range(60):
    learner.learn(torch.randn(4, 3))
