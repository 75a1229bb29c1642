"""A counter lets the optimizer step in each second iteration, and nothing resets what it has used."""

import torch
from torch import nn

model = nn.Linear(4, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
count = 0
for x in torch.randn(6, 5, 4):
    count += 1
    sync = count % 2 == 0
    loss = model(x).pow(2).mean() / 2
    loss.backward()  # ! GL501
    if sync:
        optimizer.step()
