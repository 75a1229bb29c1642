"""The recurrent state of an agent is kept from one update to the next; clipping is optional."""

import sys

import torch
from torch import nn


class RecurrentAgent:
    def __init__(self, clip=None):
        self.cell = nn.LSTMCell(4, 8)
        self.value = nn.Linear(8, 1)
        self.clip = clip
        self.memory = None
        self.parameters = [*self.cell.parameters(), *self.value.parameters()]
        self.optimizer = torch.optim.Adam(self.parameters, lr=0.001)

    def update(self, observation, target):
        if self.memory is None:
            self.memory = (torch.zeros(len(observation), 8), torch.zeros(len(observation), 8))
        hidden, cell = self.cell(observation, self.memory)
        self.memory = (hidden, cell)
        loss = nn.functional.mse_loss(self.value(hidden), target)
        self.optimizer.zero_grad()
        loss.backward()  # ! GL103
        if self.clip is not None:
            nn.utils.clip_grad_norm_(self.parameters, self.clip)
        self.optimizer.step()


if __name__ == "__main__":
    for name in sys.argv[1:] or ["RecurrentAgent"]:
        agent = globals()[name]()
        for _ in range(3):
            agent.update(torch.randn(2, 4), torch.randn(2, 1))
