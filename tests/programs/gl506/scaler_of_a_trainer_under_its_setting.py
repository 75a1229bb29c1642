"""The trainer's setting enables the scaler; its step clips gradients that are still scaled."""

import os

import torch
from torch import nn


class Trainer:
    def __init__(self, model, mixed, limit=1.0):
        self.model, self.mixed, self.limit = model, mixed, limit
        self.optimizer = torch.optim.AdamW(model.parameters())
        self.scaler = torch.amp.GradScaler("cpu", enabled=mixed)

    def step(self, inputs, targets):
        with torch.autocast("cpu", enabled=self.mixed):
            loss = nn.functional.mse_loss(self.model(inputs), targets)
        self.scaler.scale(loss).backward()
        nn.utils.clip_grad_norm_(self.model.parameters(), self.limit)  # ! GL506
        self.scaler.step(self.optimizer)
        self.scaler.update()
        self.optimizer.zero_grad()


trainer = Trainer(nn.Linear(3, 1), os.environ.get("MIXED", "1") == "1")
for _ in range(3):
    trainer.step(torch.randn(5, 3), torch.randn(5, 1))
