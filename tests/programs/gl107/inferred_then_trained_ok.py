"""Only the body runs without a graph (and without inference mode, whose tensors may not be saved)."""

import torch
import torch.nn.functional as F
from torch import nn


class Probe:
    def __init__(self):
        self.layers = {"body": nn.Linear(4, 6), "head": nn.Linear(6, 2)}

    def scores(self, batch):
        with torch.no_grad():
            features = torch.relu(self.layers["body"](batch))
        return self.layers["head"](features)


probe = Probe()
optimizer = torch.optim.SGD(probe.layers["head"].parameters(), lr=0.1)
scores = probe.scores(torch.randn(5, 4))
optimizer.zero_grad()
F.cross_entropy(scores, torch.tensor([0, 1, 1, 0, 1])).backward()
optimizer.step()
