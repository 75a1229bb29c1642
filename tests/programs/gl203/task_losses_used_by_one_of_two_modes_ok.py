"""Only the second-order mode backpropagates the losses of all tasks, from the list that both modes fill."""

import sys

import torch
from torch import nn

model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)


def update(tasks, order):
    losses = []
    again = True if order == 2 else False
    for task in tasks:
        loss = model(task).pow(2).mean()
        loss.backward(retain_graph=again)
        losses.append(loss)
    if order == 2:
        torch.stack(losses).mean().backward()
    optimizer.step()
    optimizer.zero_grad()
    return float(sum(losses))


getattr(sys.modules[__name__], "update")(torch.randn(3, 4, 3), 2)
