"""The trainer compiles its model; its second stage retains what its first stage freed."""

import torch
from torch import nn


class Trainer:
    def __init__(self):
        self.model = torch.compile(nn.Sequential(nn.Linear(2, 6), nn.GELU(), nn.Linear(6, 1)), backend="aot_eager")
        self.optimizer = torch.optim.Adam(self.model.parameters())

    def first_stage(self, batch):
        self.optimizer.zero_grad()
        self.model(batch).abs().mean().backward()
        self.optimizer.step()

    def second_stage(self, batch):
        self.optimizer.zero_grad()
        loss = self.model(batch).abs().mean()
        loss.backward(retain_graph=True)  # ! GL115
        self.optimizer.step()


trainer = Trainer()
for batch in torch.randn(2, 5, 2):
    trainer.first_stage(batch)
for batch in torch.randn(2, 5, 2):
    trainer.second_stage(batch)
