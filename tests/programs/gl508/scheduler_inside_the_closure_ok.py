"""The scheduler steps in the closure of LBFGS: the step of the optimizer has begun."""

import torch
from torch import nn

model = nn.Linear(3, 1)
optimizer = torch.optim.LBFGS(model.parameters(), lr=0.1, max_iter=3)
scheduler = torch.optim.lr_scheduler.ExponentialLR(optimizer, gamma=0.9)
x = torch.randn(8, 3)


def closure():
    optimizer.zero_grad()
    loss = (model(x) - 1).pow(2).mean()
    loss.backward()
    scheduler.step()
    return loss


for _ in range(4):
    optimizer.step(closure)
