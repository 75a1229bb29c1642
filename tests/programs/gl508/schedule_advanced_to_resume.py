"""Before training resumes, the schedule is advanced to the epoch of the checkpoint."""

import torch
from torch import nn

start = 3
model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=2)
for _ in range(start):
    scheduler.step()  # ! GL508
for epoch in range(start, 6):
    for x in torch.randn(2, 8, 3):
        optimizer.zero_grad()
        model(x).pow(2).mean().backward()
        optimizer.step()
    scheduler.step()
