"""The modules of torch have short names here, and torch itself has none."""

import torch.nn as nn
import torch.optim as optim
from torch import randn


class Trainer:
    def __init__(self):
        self.net = nn.Linear(3, 1)
        self.opt = optim.SGD(self.net.parameters(), lr=0.1)

    def fit(self, x):
        self.net.train()
        self.opt.zero_grad()
        self.net(x).pow(2).mean().backward()
        self.opt.step()

    def validate(self, x):
        self.net.eval()
        return self.net(x).sum().item()  # ! GL301


trainer = Trainer()
for _ in range(3):
    trainer.fit(randn(4, 3))
    print(trainer.validate(randn(2, 3)))
