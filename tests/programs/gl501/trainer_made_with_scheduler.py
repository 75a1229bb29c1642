"""A trainer resets the gradients before the loop only."""

import torch
from torch import nn


class Trainer:
    def __init__(self, model, optimizer, scheduler=None):
        self.model, self.optimizer, self.scheduler = model, optimizer, scheduler

    def fit(self, loader):
        self.optimizer.zero_grad()
        for inputs, labels in loader:
            nn.functional.cross_entropy(self.model(inputs), labels).backward()  # ! GL501
            self.optimizer.step()
            if self.scheduler:
                self.scheduler.step()


model = nn.Linear(3, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 2)
loader = [(torch.randn(4, 3), torch.tensor([0, 1, 1, 0])) for _ in range(4)]
Trainer(model, optimizer, scheduler).fit(loader)
