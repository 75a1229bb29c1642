"""The history gets losses without their graphs, and rates, which are numbers."""

import torch
from torch import nn

history = {}


def record(values):
    for name, value in values.items():
        history.setdefault(name, []).append(value)


model = nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for step in range(5):
    rate = 0.1 / (step + 1)
    loss = model(torch.randn(8, 4)).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    record({"loss": loss.detach(), "rate": rate})
print(history)
