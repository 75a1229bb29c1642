"""The modules of torch have short names, and the validation runs under no_grad."""

import torch.nn as nn
import torch.optim as optim
from torch import no_grad, randn


class Trainer:
    def __init__(self):
        self.net = nn.Linear(3, 1)
        self.opt = optim.SGD(self.net.parameters(), lr=0.1)

    def fit(self, x):
        self.net.train()
        self.opt.zero_grad()
        self.net(x).pow(2).mean().backward()
        self.opt.step()

    @no_grad()
    def validate(self, x):
        self.net.eval()
        return self.net(x).sum().item()


trainer = Trainer()
for _ in range(3):
    trainer.fit(randn(4, 3))
    print(trainer.validate(randn(2, 3)))
