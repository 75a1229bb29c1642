"""Another method fills the memory in a field of the agent: its length is not zero whenever the update runs."""

import random
from collections import deque

import torch
from torch import nn


class Memory:
    def __init__(self, capacity):
        self.transitions = deque([], capacity)

    def push(self, *transition):
        self.transitions.append(transition)

    def sample(self, count):
        return random.sample(list(self.transitions), count)

    def __len__(self):
        return len(self.transitions)


class Agent:
    def __init__(self, inputs, criterion=nn.SmoothL1Loss()):
        self.network = nn.Linear(inputs, 2)
        self.optimizer = torch.optim.SGD(self.network.parameters(), lr=0.1)
        self.criterion = criterion
        self.memory = Memory(100)

    def remember(self, state, reward):
        self.memory.push(state, reward)

    def update(self):
        if len(self.memory) < 4:
            return
        states, rewards = zip(*self.memory.sample(4))
        values = self.network(torch.stack(states)).max(1)[0]
        loss = self.criterion(values, torch.stack(rewards))
        self.optimizer.zero_grad()
        loss.backward()
        loss.backward()  # ! GL101
        self.optimizer.step()


agent = eval("Agent")(3)
for _ in range(8):
    agent.remember(torch.randn(3), torch.randn(()))
eval("agent").update()
