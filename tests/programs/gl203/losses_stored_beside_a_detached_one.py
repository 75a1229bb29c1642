"""Two losses are stored with their graphs, beside one that is detached and a random number."""

import torch
from torch import nn

model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
history = []
for batch in range(5):
    out = model(torch.randn(8, 3))
    first, second, third = out.mean(), out.pow(2).mean(), out.abs().mean().detach()
    loss = first + second
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    history.append((first, second, third, out.detach().cpu(), torch.randn(2)))  # ! GL203
print(history)
