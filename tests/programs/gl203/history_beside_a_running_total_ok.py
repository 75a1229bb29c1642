"""A running total and a list of the same losses, as numbers."""

import torch
from torch import nn

model = nn.Linear(6, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
history = []
running = 0.0
for inputs in torch.randn(12, 4, 6):
    optimizer.zero_grad()
    loss = model(inputs).pow(2).mean()
    loss.backward()
    optimizer.step()
    running += loss.item()
    history.append(loss.item())
print(running, len(history))
