"""The sum depends on the trained network as well as on the reference, which is evaluated in grad mode: two mistakes."""

import torch
import torch.nn.functional as F
from torch import nn


class Comparison:
    def __init__(self, network, reference):
        self.network, self.reference = network, reference
        self.reference.eval()
        self.total = 0

    def add(self, features, x):
        known = self.reference(x)  # ! GL301
        self.total = self.total + F.cosine_similarity(features, known).mean()  # ! GL202


def fit(comparison, batches):
    optimizer = torch.optim.AdamW(comparison.network.parameters())
    for x in batches:
        features = comparison.network(x)
        comparison.add(features, x)
        optimizer.zero_grad()
        features.var().backward()
        optimizer.step()
    return comparison.total.item() / len(batches)


print(fit(Comparison(nn.Linear(4, 3), nn.Linear(4, 3)), [torch.randn(6, 4) for _ in range(4)]))
