"""A class of another file calls the steps of a schedule in turn and collects their results, which are numbers."""

import torch
from schedule import Schedule
from torch import nn

net = nn.Linear(3, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)


def step():
    loss = net(torch.randn(4, 3)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    return loss.item()


print(len(Schedule([step] * 4).run()))
