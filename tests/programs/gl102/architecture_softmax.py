"""The weights of the operations are mixed once before the loop, and every batch backpropagates that one softmax."""

import torch
from torch import nn


class MixedOp(nn.Module):
    def __init__(self):
        super().__init__()
        self.ops = nn.ModuleList([nn.Linear(4, 4), nn.Identity(), nn.Tanh()])
        self.alpha = nn.Parameter(torch.zeros(3))

    def mix(self):
        return self.alpha.softmax(dim=0)

    def forward(self, x, weights):
        return sum(w * op(x) for w, op in zip(weights, self.ops))


class Searcher:
    def __init__(self):
        self.cell = MixedOp()
        self.optimizer = torch.optim.Adam(self.cell.parameters(), lr=0.01)

    def search(self, data):
        weights = self.cell.mix()
        for x in data:
            loss = (self.cell(x, weights) - x.roll(1, -1)).abs().mean()
            self.optimizer.zero_grad()
            loss.backward()  # ! GL102
            self.optimizer.step()


Searcher().search(torch.randn(3, 6, 4))
