"""The paths through __init__ part: on each of them the criterion is made, and saves what the step changes."""

import os

import torch
from torch import nn


class Critic:
    def __init__(self, doubled):
        self.net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
        self.method = torch.optim.SGD(self.net.parameters(), lr=0.1)
        if doubled:
            self.criterion = nn.MSELoss().double()
        else:
            self.criterion = nn.MSELoss()

    def learn(self):
        for batch in range(3):
            loss = self.criterion(self.net(torch.randn(8, 3)), torch.randn(8, 1))
            self.method.zero_grad()
            loss.backward()
            self.method.step()


getattr(Critic(doubled=False), os.environ.get("METHOD", "learn"))()
