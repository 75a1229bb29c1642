"""The tracker receives a detached loss: neither its total nor the previous one has a graph."""

import torch
from torch import nn


class Tracker:
    def __init__(self):
        self.total = torch.tensor(0.0)
        self.previous = None

    def update(self, loss):
        self.previous = self.total
        self.total = add(self.previous, loss)


def add(total, loss):
    result = total + loss
    return result


model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
tracker = Tracker()
for step in range(5):
    loss = model(torch.randn(8, 3)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    tracker.update(loss.detach())
print(tracker.total.item())
