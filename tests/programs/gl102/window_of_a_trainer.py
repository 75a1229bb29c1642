"""The trainer keeps two losses, and the older one is backpropagated from in the second step again."""

from collections import deque

import torch
from torch import nn


class Trainer:
    def __init__(self):
        self.net = nn.Linear(3, 1)
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)
        self.losses = deque(maxlen=2)

    def forward_pass(self, batch):
        self.losses.append(self.net(batch).pow(2).mean())

    def update(self):
        self.optimizer.zero_grad()
        self.losses[0].backward()  # ! GL102
        self.optimizer.step()

    def run(self):
        for batch in torch.randn(4, 2, 3):
            self.forward_pass(batch)
            self.update()


Trainer().run()
