"""The second task gets a forward pass of its own after the first step."""

import torch
from torch import nn
from torch.nn import functional as F


class MultiTask(nn.Module):
    def __init__(self):
        super().__init__()
        self.shared = nn.Sequential(nn.Linear(7, 10), nn.Tanh(), nn.Linear(10, 10), nn.Tanh())
        self.a = nn.Linear(10, 1)
        self.b = nn.Linear(10, 3)

    def forward(self, x):
        h = self.shared(x)
        return self.a(h), self.b(h)


class Trainer:
    def __init__(self, model):
        self.model = model
        self.optimizer = torch.optim.Adam(model.parameters())

    def apply(self, loss, **kwargs):
        self.optimizer.zero_grad()
        loss.backward(**kwargs)
        self.optimizer.step()

    def step(self, x, ya, yb):
        a, b = self.model(x)
        self.apply(F.mse_loss(a, ya))
        a, b = self.model(x)
        self.apply(F.cross_entropy(b, yb))


trainer = Trainer(MultiTask())
for k in range(2):
    trainer.step(torch.randn(4, 7), torch.rand(4, 1), torch.randint(3, (4,)))
