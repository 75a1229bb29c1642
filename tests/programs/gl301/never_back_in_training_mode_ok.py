"""After the first evaluation the model is never put back into training mode; its evaluation builds graphs all the same."""

from contextlib import nullcontext

import torch
from torch import nn

model = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Tanh(), nn.Linear(4, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for epoch in range(2):
    for x in torch.rand(4, 5, 3):
        loss = model(x).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    model.eval()
    errors = 0.0
    for x in torch.rand(3, 5, 3):
        with torch.no_grad():
            error = model(x).pow(2).mean()
        errors += error.item()
    print(errors / 3)
