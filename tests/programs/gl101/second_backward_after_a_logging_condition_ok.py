"""The inner guard only logs: whichever way it goes, the second backward follows."""

import torch
from torch import nn

model = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for step in range(100):
    if step % 10 == 0:
        loss = model(torch.randn(8, 3)).pow(2).mean()
        if step % 50 == 0:
            print(step, loss.item())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
