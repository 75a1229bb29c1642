"""An unresolved plan says how often the bias is repeated, and in which shape: these are numbers, so nothing needs the retained graph."""

import torch
from torch import nn


class Plan:
    def heads(self):
        return 2

    def width(self):
        return 3


class Scores(nn.Module):
    def __init__(self, plan):
        super().__init__()
        self.heads, self.width = plan.heads(), plan.width()
        self.layer = nn.Linear(6, 6)

    def forward(self, batch):
        return self.layer(batch["bias"].repeat(1, self.heads)).mul(batch["mask"].expand((-1, self.width + 3))).exp().mean()


def fit(plan, batches):
    scores = Scores(plan)
    optimizer = torch.optim.SGD(scores.parameters(), 0.1)
    for batch in batches:
        optimizer.zero_grad()
        scores(batch).backward(retain_graph=True)  # ! GL201
        optimizer.step()


eval("fit")(Plan(), [{"bias": torch.randn(4, 3), "mask": torch.ones(4, 1)} for _ in range(3)])
