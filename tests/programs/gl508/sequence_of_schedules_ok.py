"""A sequence of two schedules steps after the optimizer."""

import torch
from torch import nn
from torch.optim.lr_scheduler import ConstantLR, SequentialLR, StepLR

model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
schedule = SequentialLR(optimizer, [ConstantLR(optimizer, total_iters=2), StepLR(optimizer, 3)], milestones=[2])
for x in torch.randn(5, 8, 3):

    def closure():
        optimizer.zero_grad()
        loss = model(x).pow(2).mean()
        loss.backward()
        return loss

    optimizer.step(closure)
    schedule.step()
