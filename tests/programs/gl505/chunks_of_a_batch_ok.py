"""The gradients of all chunks of a batch add up before the step."""

import torch
from torch import nn

model = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for batch in torch.randn(4, 12, 3):
    optimizer.zero_grad()
    for chunk in batch.chunk(3):
        loss = model(chunk).pow(2).sum() / len(batch)
        loss.backward()
    optimizer.step()
