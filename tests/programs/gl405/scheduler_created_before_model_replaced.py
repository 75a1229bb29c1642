"""The optimizer holds the first model, and a scheduler is made of it before the model is replaced: the fix has to move both."""

import torch
from torch import nn

model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=1)
model = nn.Linear(3, 1)
for batch in range(3):
    loss = model(torch.randn(8, 3)).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()  # ! GL405
    scheduler.step()
