"""The learning rates of a schedule are computed for a plot, with an optimizer that never steps."""

import warnings

import torch
from torch import nn

warnings.filterwarnings("ignore", message="Detected call")
optimizer = torch.optim.SGD(nn.Linear(1, 1).parameters(), lr=0.1)
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=3)
rates = []
for epoch in range(9):
    rates.append(scheduler.get_last_lr()[0])
    scheduler.step()
print(rates)
