"""A trainer passes one of its fields to the layers that it makes in each fit; the optimizer owns all of them."""

import torch
from torch import nn


class Gated(nn.Module):
    def __init__(self, gates):
        super().__init__()
        self.gates = gates
        self.out = nn.Linear(6, 2)

    def forward(self, x):
        return self.out(x) * len(self.gates)


class Trainer:
    def configure(self, gates):
        self.gates = gates

    def fit(self, batches):
        stem, top = nn.Linear(4, 6), Gated(self.gates)
        optimizer = torch.optim.SGD([*stem.parameters(), *top.parameters()], lr=0.1)
        for x in batches:
            loss = top(stem(x)).pow(2).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


trainer = eval("Trainer")()
trainer.configure([0, 2])
trainer.fit(torch.randn(3, 5, 4))
