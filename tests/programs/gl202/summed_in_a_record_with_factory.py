"""A record's dictionary, made by a default factory, adds up losses of each batch with their graphs."""

from collections import defaultdict
from dataclasses import dataclass, field

import torch
from torch import nn


@dataclass
class Fitter:
    net: nn.Module
    opt: torch.optim.Optimizer
    loss_fn: nn.Module
    sums: dict = field(default_factory=lambda: defaultdict(float))

    def epoch(self, loader):
        for left, right, label in loader:
            margin = self.loss_fn(self.net(left), self.net(right), label)
            self.opt.zero_grad()
            margin.backward()
            self.opt.step()
            self.sums["margin"] += margin  # ! GL202
            self.sums["n"] += len(label)
        return {"margin": float(self.sums["margin"]) / self.sums["n"]}


net = nn.Linear(3, 2)
pairs = [(torch.randn(4, 3), torch.randn(4, 3), torch.ones(4)) for _ in range(4)]
print(eval("Fitter")(net, torch.optim.SGD(net.parameters(), lr=0.1), nn.CosineEmbeddingLoss()).epoch(pairs))
