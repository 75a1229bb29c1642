"""The mean is of numbers."""

import torch
from torch import nn

model = nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
batches = [(torch.randn(8, 4), torch.randn(8, 1)) for _ in range(20)]
mean = None
for inputs, targets in batches:
    loss = nn.functional.mse_loss(model(inputs), targets)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if mean is None:
        mean = loss.item()
    else:
        mean = 0.9 * mean + 0.1 * loss.item()
print(mean)
