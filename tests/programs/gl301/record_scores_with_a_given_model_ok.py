"""A dataclass receives a model whose class is not resolved, and evaluates it with grad mode disabled."""

from __future__ import annotations

import sys
import types
from dataclasses import dataclass, field

import torch

library = types.ModuleType("outliers")
exec(
    """
import torch

class Autoencoder(torch.nn.Module):
    def __init__(self, size):
        super().__init__()
        self.code, self.back = torch.nn.Linear(size, 2), torch.nn.Linear(2, size)
    def forward(self, x):
        code = self.code(x)
        return self.back(code), code
""",
    library.__dict__,
)
sys.modules["outliers"] = library
from outliers import Autoencoder


@dataclass
class Scorer:
    net: Autoencoder
    quantile: float = 0.9
    seen: list = field(default_factory=list)

    def errors(self, x):
        again, code = self.net(x)
        return (again - x).abs().mean(1)

    @torch.no_grad()
    def score(self, batches):
        self.net.eval()
        for x in batches:
            self.seen.extend(self.errors(x).tolist())
        return sorted(self.seen)[int(self.quantile * len(self.seen))]


print(Scorer(Autoencoder(4)).score(torch.randn(3, 5, 4)))
