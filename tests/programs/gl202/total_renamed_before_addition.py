"""A second name for the total holds the graph of the last iteration, but only the addition extends it."""

import torch
from torch import nn

model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
total = torch.tensor(0.0)
for step in range(5):
    loss = model(torch.randn(8, 3)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    before = total
    changed = before + 0.5 * loss  # ! GL202
    total = changed
print(total.item())
