"""A report on one of two paths does not change that the step follows the backward on both."""

import torch
from torch import nn

model = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
seen = []
for batch in range(4):
    outputs = model(torch.randn(8, 3))
    if torch.isnan(outputs).any():
        seen.append(batch)
        continue
    loss = outputs.pow(2).mean()
    high = None
    if loss > 0.5:
        high = loss.item()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if high is not None:
        seen.append(high)
print(seen)
