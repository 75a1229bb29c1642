"""A trainer class whose training step never updates the scale: the next one unscales after the step."""

import torch
from torch import nn


class Trainer:
    def __init__(self, model):
        self.model = model
        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        self.scaler = torch.amp.GradScaler("cpu", enabled=True)

    def step(self, batch):
        self.optimizer.zero_grad()
        loss = self.model(batch).pow(2).mean()
        self.scaler.scale(loss).backward()
        self.scaler.unscale_(self.optimizer)  # ! GL507
        nn.utils.clip_grad_value_(self.model.parameters(), 0.5)
        self.scaler.step(self.optimizer)
        return loss.item()

    def fit(self, batches):
        return [self.step(batch) for batch in batches]


print(Trainer(nn.Linear(3, 1)).fit(torch.randn(4, 8, 3)))
