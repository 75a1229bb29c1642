"""A variable of the method holds the sum, of detached losses, before the tracker stores it."""

import torch
from torch import nn


class Tracker:
    def __init__(self):
        self.total = torch.tensor(0.0)

    def update(self, loss):
        new = self.total + loss.detach()
        self.total = new


model, tracker = nn.Linear(3, 1), Tracker()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(5):
    loss = model(torch.randn(8, 3)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    tracker.update(loss)
print(tracker.total.item())
