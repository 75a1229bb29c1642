"""A first layer on plain data saves its input and not its weight: a step between two backwards disturbs neither."""

import torch
from torch import nn

first, second = nn.Linear(4, 6), nn.Linear(6, 2)
first_optimizer = torch.optim.SGD(first.parameters(), lr=0.1)
second_optimizer = torch.optim.SGD(second.parameters(), lr=0.1)
for batch in torch.randn(3, 5, 4):
    answer = second(torch.tanh(first(batch)))
    near, far = answer.abs().mean(), answer.pow(2).mean()
    first_optimizer.zero_grad()
    second_optimizer.zero_grad()
    near.backward(retain_graph=True)
    first_optimizer.step()
    first_optimizer.zero_grad()
    far.backward()
    first_optimizer.step()
    second_optimizer.step()
