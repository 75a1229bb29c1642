"""The helper binds the new total to a name and returns it: that statement adds the graph, and not the one that calls the helper."""

import torch
from torch import nn

model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)


def add(total, loss, weight):
    changed = total + weight * loss  # ! GL202
    return changed


total = torch.tensor(0.0)
for step in range(5):
    loss = model(torch.randn(8, 3)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    total = add(total, loss, 0.5)
print(total)
