"""Each agent has a critic and an optimizer at its index; the gradients are cleared before the step."""

import torch
from torch import nn


class Agents:
    def __init__(self, count):
        self.count = count
        self.critics = [nn.Linear(3, 1) for _ in range(self.count)]
        self.optimizers = [torch.optim.Adam(critic.parameters(), lr=0.1) for critic in self.critics]

    def train(self, batch):
        for number in range(self.count):
            loss = self.critics[number](batch).pow(2).mean()
            loss.backward()
            self.optimizers[number].zero_grad()  # ! GL502
            self.optimizers[number].step()


eval("Agents")(int("2")).train(torch.ones(4, 3))
