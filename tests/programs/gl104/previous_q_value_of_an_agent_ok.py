"""Each call computes the value of the previous observation again, with the current weights."""

import sys

import torch
from torch import nn


class OnlineAgent(object):
    def __init__(self):
        self.net = nn.Sequential(nn.Linear(2, 6), nn.ReLU(), nn.Linear(6, 3))
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=0.01)
        self.previous = None
        self.losses = []

    def act(self, observation, reward, done):
        values = self.net(observation)
        best, action = values.max(dim=0)
        if self.previous is None:
            self.previous = observation
            return int(action)
        target = reward if done else reward + 0.9 * best.item()
        loss = (self.net(self.previous).max() - target) ** 2
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.losses.append(loss.item())
        self.previous = observation
        return int(action)

    def end_of_episode(self):
        self.previous = None


if __name__ == "__main__":
    for name in sys.argv[1:] or ["OnlineAgent"]:
        agent = globals()[name]()
        for number in range(4):
            agent.act(torch.randn(2), 1.0, number == 3)
