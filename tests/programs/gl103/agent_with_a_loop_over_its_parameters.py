"""An agent keeps the state of its recurrent layer between updates; each update ends with a loop over the averaged weights."""

import copy
import sys

import torch
from torch import nn


class Recurrent(nn.Module):
    def __init__(self, size=6):
        super().__init__()
        self.cell = nn.GRUCell(3, size)
        self.head = nn.Linear(size, 2)

    def forward(self, inputs, state):
        state = self.cell(inputs, state)
        return self.head(state), state


class Learner:
    def __init__(self, rate=0.01):
        self.model = Recurrent()
        self.average = copy.deepcopy(self.model)
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=rate)
        self.state = None

    def learn(self, inputs, targets):
        outputs, self.state = self.model(inputs, self.state)
        loss = nn.functional.mse_loss(outputs, targets)
        self.optimizer.zero_grad()
        loss.backward()  # ! GL103
        self.optimizer.step()
        with torch.no_grad():
            for mean, parameter in zip(self.average.parameters(), self.model.parameters()):
                mean.lerp_(parameter, 0.01)
        return loss.item()


if __name__ == "__main__":
    for name in sys.argv[1:] or ["Learner"]:
        learner = globals()[name]()
        for _ in range(3):
            learner.learn(torch.randn(5, 3), torch.randn(5, 2))
