"""Modules kept by an object of a class that is unresolved: what is done to them by the name that the object has here says what they are."""

import types

import torch
from torch import nn

agent = types.SimpleNamespace(actor=nn.Linear(3, 1), critic=nn.Linear(3, 1))
optimizer = torch.optim.SGD(agent.actor.parameters(), lr=0.1)
for step in range(3):
    loss = agent.actor(torch.randn(8, 3)).pow(2).mean()
    loss.backward()  # ! GL501
    optimizer.step()
