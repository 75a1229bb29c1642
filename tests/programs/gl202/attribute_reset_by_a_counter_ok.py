"""An attribute sums the losses of a few steps, which are backpropagated when a counter says so."""

import torch
from torch import nn


class Learner:
    def __init__(self):
        self.net = nn.Linear(3, 1)
        self.opt = torch.optim.SGD(self.net.parameters(), lr=0.1)
        self.loss, self.steps = 0, 0

    def learn(self, x):
        self.loss += self.net(x).pow(2).mean()
        self.steps += 1
        if self.steps == 5:
            self.opt.zero_grad()
            self.loss.backward()
            self.opt.step()
            self.loss, self.steps = 0, 0


learner = Learner()
for _ in range(60):
    learner.learn(torch.randn(4, 3))
