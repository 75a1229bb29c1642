"""The scheduler steps after the optimizer has called its closure."""

import torch
from torch import nn

model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
decay = torch.optim.lr_scheduler.ExponentialLR(optimizer, gamma=0.9)
for x in torch.randn(5, 8, 3):

    def closure():
        optimizer.zero_grad()
        loss = model(x).pow(2).mean()
        loss.backward()
        return loss

    optimizer.step(closure)
    decay.step()
