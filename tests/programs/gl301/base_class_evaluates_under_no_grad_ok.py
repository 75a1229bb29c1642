"""The evaluation of the subclass is called by the base class, which enters no_grad around it."""

import torch
from torch import nn


class Runner:
    def run(self, batches):
        with torch.no_grad():
            return self.evaluate(batches)


class Own(Runner):
    def __init__(self, model):
        self.model = model

    def evaluate(self, batches):
        self.model.eval()
        kept = []
        for batch in batches:
            kept.append(self.model(batch))
        return torch.cat(kept)


print(Own(nn.Linear(3, 2)).run(torch.randn(3, 4, 3)).shape)
