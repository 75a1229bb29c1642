"""Nothing is learnt before the memory is full, which the turns that one can follow do not see; it is full in the end."""

import torch
from torch import nn


class Agent:
    capacity = 12
    stored = 0

    def __init__(self):
        self.net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)
        self.memory = [None] * self.capacity

    def store(self, x):
        self.memory[self.stored % self.capacity] = x
        self.stored += 1

    def update(self):
        if self.stored >= self.capacity:
            for _ in range(3):
                loss = self.net(torch.stack(self.memory)).pow(2).mean()
                self.optimizer.zero_grad()
                loss.backward()
                loss = None
                self.optimizer.step()


def main():
    agent = Agent()
    for episode in range(2):
        for x in torch.rand(9, 3):
            agent.store(x)
        agent.update()


main()
