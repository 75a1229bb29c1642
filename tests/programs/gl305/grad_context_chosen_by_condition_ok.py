"""The context is chosen by a condition, and the frozen part runs under whichever it is."""

import contextlib

import torch
from torch import nn


class Tuned(nn.Module):
    def __init__(self, frozen):
        super().__init__()
        self.body = nn.Linear(4, 5)
        self.head = nn.Linear(5, 1)
        self.frozen = frozen

    def forward(self, x):
        with torch.no_grad() if self.frozen else contextlib.nullcontext():
            features = torch.relu(self.body(x))
        return self.head(features)


for model in (Tuned(frozen=True), Tuned(frozen=False)):
    optimizer = torch.optim.SGD(model.head.parameters() if model.frozen else model.parameters(), lr=0.1)
    for batch in torch.randn(2, 3, 4):
        optimizer.zero_grad()
        model(batch).pow(2).mean().backward()
        optimizer.step()
