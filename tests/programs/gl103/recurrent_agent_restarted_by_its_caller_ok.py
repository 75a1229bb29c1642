"""The caller restarts the recurrent state before each update: no graph is carried from one update to the next."""

import sys

import torch
from torch import nn


class RecurrentAgent:
    def __init__(self, clip=None):
        self.cell = nn.GRUCell(4, 8)
        self.value = nn.Linear(8, 1)
        self.clip = clip
        self.parameters = [*self.cell.parameters(), *self.value.parameters()]
        self.optimizer = torch.optim.Adam(self.parameters, lr=0.001)
        self.restart()

    def restart(self):
        self.memory = None

    def update(self, observations, target):
        for observation in observations.unbind(1):
            self.memory = self.cell(observation, self.memory)
        self.learn(target)

    def learn(self, target):
        loss = nn.functional.mse_loss(self.value(self.memory), target)
        self.optimizer.zero_grad()
        loss.backward()
        if self.clip is not None:
            nn.utils.clip_grad_norm_(self.parameters, self.clip)
        self.optimizer.step()


class OneStepAgent(RecurrentAgent):
    def update(self, observation, target):
        self.memory = self.cell(observation, self.memory)
        loss = nn.functional.mse_loss(self.value(self.memory), target)
        self.optimizer.zero_grad()
        loss.backward()
        if self.clip is not None:
            nn.utils.clip_grad_norm_(self.parameters, self.clip)
        self.optimizer.step()


if __name__ == "__main__":
    for name in sys.argv[1:] or ["RecurrentAgent", "OneStepAgent"]:
        agent = globals()[name]()
        for _ in range(3):
            agent.restart()
            agent.update(torch.randn(2, 5, 4) if name == "RecurrentAgent" else torch.randn(2, 4), torch.randn(2, 1))
