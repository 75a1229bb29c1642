"""The memory's transitions keep numbers, and each batch is estimated again."""
import random
from collections import namedtuple

import torch
from torch import nn

Transition = namedtuple("Transition", ("state", "estimate", "reward"))


class Memory:
    def __init__(self, capacity):
        self.capacity = capacity
        self.items = []

    def push(self, *fields):
        self.items.append(Transition(*fields))
        if len(self.items) > self.capacity:
            self.items.pop(0)

    def sample(self, size):
        return random.sample(self.items, size)

    def __len__(self):
        return len(self.items)


def learn(net, optimizer, memory):
    batch = Transition(*zip(*memory.sample(4)))
    estimates = net(torch.stack(batch.state)).squeeze(1)
    advantage = torch.tensor(batch.reward) - estimates
    loss = advantage.pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


def main():
    net = nn.Sequential(nn.Linear(3, 8), nn.Tanh(), nn.Linear(8, 1))
    optimizer = torch.optim.SGD(net.parameters(), lr=0.01)
    memory = Memory(capacity=100)
    for _ in range(30):
        state = torch.randn(3)
        memory.push(state, net(state).item(), float(state.sum()))
        if len(memory) >= 8:
            learn(net, optimizer, memory)


main()
