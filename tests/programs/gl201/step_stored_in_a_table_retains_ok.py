"""A nested training step that only a table holds runs a plain backward."""

import torch
from torch import nn


class Trainer:
    def __init__(self, model):
        self.model = model
        self.optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
        self.steps = {}

    def register(self, name, scale):
        def step(batch):
            self.optimizer.zero_grad()
            loss = scale * self.model(batch).abs().mean()
            loss.backward()
            self.optimizer.step()
            return loss.item()

        self.steps[name] = step

    def run(self, loader, names):
        for batch, name in zip(loader, names):
            print(vars(self)["steps"].__getitem__(name)(batch))


trainer = Trainer(nn.Linear(3, 2))
trainer.register("half", 0.5)
trainer.run([torch.randn(2, 3)] * 3, ["half"] * 3)
