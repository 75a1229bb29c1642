"""The addition of a number leaves nothing that a second name for the total could retain."""

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
    changed = before + 0.5 * loss.item()
    total = changed
print(total.item())
