"""The helper adds the detached loss to the total."""

import torch
from torch import nn

model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)


def add(total, loss, weight):
    changed = total + weight * loss.detach()
    return changed


total = torch.tensor(0.0)
for step in range(5):
    loss = model(torch.randn(8, 3)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    total = add(total, loss, 0.5)
print(total)
