"""The function gives the sum a second name and returns it: the place is the addition."""

import torch
from torch import nn

model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)


def step(total):
    loss = model(torch.randn(8, 3)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    summed = 0.9 * total + 0.1 * loss  # ! GL202
    changed = summed
    return changed, loss


average = 0.0
for _ in range(5):
    average, latest = step(average)
    print(latest.item())
print(float(average))
