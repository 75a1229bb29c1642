"""Each iteration stores the hidden state in the object of one agent: agents take their moves again and again, and hold one graph each."""

import torch
from torch import nn


class Agent:
    def __init__(self, name):
        self.name = name
        self.value = None


net = nn.Linear(3, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
first, second, third = Agent("first"), Agent("second"), Agent("third")
for step in range(9):
    value = net(torch.randn(1, 3)).tanh()
    first.value = value
    agent = second if step % 2 else third
    agent.value = value * 2
    loss = value.pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(first.value, second.value, third.value)
