"""A list of averages of a running total: the total keeps the graphs, and its fix is that of the list."""

import torch
from torch import nn

model = nn.Linear(6, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
averages = []
running = torch.zeros(())
for number, inputs in enumerate(torch.randn(12, 4, 6), 1):
    optimizer.zero_grad()
    loss = model(inputs).pow(2).mean()
    loss.backward()
    optimizer.step()
    running = running + loss  # ! GL202
    averages.append(running / number)
print(averages[-1])
