"""Unresolved code that stores the output before the backward pass backpropagates through it again."""

import sys
import types

import torch
from torch import nn

replay = types.ModuleType("replay")
exec(
    """
class Buffer:
    def __init__(self):
        self.kept = []

    def add(self, value):
        self.kept.append(value)

    def replay(self):
        return sum(value.pow(2).mean() for value in self.kept if value.requires_grad)
""",
    replay.__dict__,
)
sys.modules["replay"] = replay
from replay import Buffer


def learn(model, optimizer, buffer, x, y):
    buffer.add(x)
    buffer.add(y)
    optimizer.zero_grad()
    loss = (model(x) - y).pow(2).mean()
    loss.backward()
    optimizer.step()


def learn_twice(model, optimizer, buffer, x, y):
    output = model(x)
    buffer.add(output)
    optimizer.zero_grad()
    (output - y).pow(2).mean().backward(retain_graph=True)
    buffer.replay().backward()
    optimizer.step()


hidden = eval
model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
hidden("learn")(model, optimizer, Buffer(), torch.randn(2, 3), torch.randn(2, 1))
hidden("learn_twice")(model, optimizer, Buffer(), torch.randn(2, 3), torch.randn(2, 1))
