"""One method steps and another one updates: the caller calls both for each batch."""

import torch
from torch import nn


class Trainer:
    def __init__(self, model):
        self.model = model
        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        self.scaler = torch.amp.GradScaler("cpu")

    def training_step(self, batch):
        self.optimizer.zero_grad()
        loss = self.model(batch).pow(2).mean()
        self.scaler.scale(loss).backward()
        self.scaler.step(self.optimizer)
        return loss.item()

    def end_of_step(self):
        self.scaler.update()


trainer = eval("Trainer")(nn.Linear(3, 1))
for batch in torch.randn(3, 8, 3):
    trainer.training_step(batch)
    trainer.end_of_step()
