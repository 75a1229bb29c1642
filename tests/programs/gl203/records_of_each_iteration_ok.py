"""Each iteration makes a record that holds the detached loss."""

from dataclasses import dataclass, field

import torch
from torch import nn


@dataclass
class Result:
    step: int
    loss: torch.Tensor
    extras: dict = field(default_factory=dict)


class Fitting:
    def __init__(self):
        self.net = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=1e-2)

    def step(self, number):
        loss = self.net(torch.randn(6, 4)).pow(2).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return Result(step=number, loss=loss.detach())

    def fit(self):
        results = []
        for number in range(5):
            results.append(self.step(number))
        return results[-1].step


print(Fitting().fit())
