"""A total of numbers is scaled and shown every few steps."""

import torch
from torch import nn

model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
total = 0
for step in range(12):
    optimizer.zero_grad()
    loss = model(torch.randn(8, 3)).pow(2).mean()
    loss.backward()
    optimizer.step()
    total += loss.item()
    if step % 5 == 4:
        total = total / 2 * 1.5
        print(float(total))
