"""The state of the scheduler comes from a checkpoint: its next step is not the first."""

import torch
from torch import nn

model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=2)
checkpoint = {"scheduler": {**scheduler.state_dict(), "_step_count": 4, "last_epoch": 3}}
scheduler.load_state_dict(checkpoint["scheduler"])
for epoch in range(4):
    scheduler.step()
    for x in torch.randn(2, 8, 3):
        optimizer.zero_grad()
        model(x).pow(2).mean().backward()
        optimizer.step()
