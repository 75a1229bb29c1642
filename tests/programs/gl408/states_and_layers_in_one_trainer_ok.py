"""All layers are registered."""

import torch
from torch import nn


class Stack(nn.Module):
    def __init__(self, depth=2):
        super().__init__()
        self.inp = nn.Linear(2, 6)
        self.cells = nn.ModuleList(nn.GRUCell(6, 6) for _ in range(depth))
        self.out = nn.Linear(6, 1)

    def forward(self, x):
        x = self.inp(x)
        for cell in self.cells:
            x = cell(x, torch.zeros_like(x))
        return self.out(x)


class Trainer:
    def __init__(self, model):
        self.model = model
        self.optimizer = torch.optim.Adam(model.parameters(), lr=0.01)

    def step(self, x, y):
        loss = nn.functional.mse_loss(self.model(x), y)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        return loss.item()


trainer = Trainer(Stack())
for _ in range(4):
    print(trainer.step(torch.randn(8, 2), torch.randn(8, 1)))
