"""A buffer in a field counts what another method has stored: the update trains once the count is large enough."""

import torch
from torch import nn


class Buffer:
    def __init__(self, capacity):
        self.states = torch.zeros(capacity, 3)
        self.size = 0

    def store(self, state):
        self.states[self.size] = state
        self.size += 1

    def sample(self, count):
        return self.states[torch.randint(0, self.size, (count,))]


class Agent:
    def __init__(self):
        self.network = nn.Linear(3, 1)
        self.optimizer = torch.optim.SGD(self.network.parameters(), lr=0.1)
        self.buffer = Buffer(8)

    def observe(self, state):
        self.buffer.store(state)

    def update(self):
        if self.buffer.size < 4:
            return None
        self.optimizer.zero_grad()
        loss = self.network(self.buffer.sample(4)).pow(2).mean()
        self.optimizer.step()  # ! GL503
        loss.backward()
        return loss.item()


agent = eval("Agent")()
for _ in range(8):
    agent.observe(torch.randn(3))
eval("agent").update()
