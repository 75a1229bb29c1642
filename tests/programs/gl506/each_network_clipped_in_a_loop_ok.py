"""Each part of a model is clipped in a loop after its gradients are unscaled."""

import torch
from torch import nn


class Trainer:
    def __init__(self):
        self.parts = [nn.Linear(3, 4), nn.Linear(4, 1)]
        self.optimizer = torch.optim.SGD([p for part in self.parts for p in part.parameters()], lr=0.1)
        self.scaler = torch.amp.GradScaler("cpu")

    def step(self, x):
        self.optimizer.zero_grad()
        loss = self.parts[1](self.parts[0](x)).pow(2).mean()
        self.scaler.scale(loss).backward()
        self.scaler.unscale_(self.optimizer)
        for part in self.parts:
            nn.utils.clip_grad_norm_(part.parameters(), 1.0)
        self.scaler.step(self.optimizer)
        self.scaler.update()


trainer = Trainer()
for _ in range(4):
    trainer.step(torch.randn(8, 3))
