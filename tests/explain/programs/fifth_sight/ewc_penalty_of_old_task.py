"""The penalty of elastic weight consolidation is computed at the end of the first task."""
import torch
from torch import nn


class Ewc:
    def __init__(self, model, rows):
        self.anchor = {n: p.detach().clone() for n, p in model.named_parameters()}
        self.fisher = {n: torch.ones_like(p) for n, p in model.named_parameters()}
        self.value = sum((self.fisher[n] * (p - self.anchor[n]) ** 2).sum() for n, p in model.named_parameters())  # <- built

    def penalty(self):
        return self.value


def train(model, batches, extra=None, strength=10.0):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.0)
    for x in batches:
        loss = model(x).pow(2).mean()
        if extra is not None:
            loss = loss + strength * extra.penalty()
        optimizer.zero_grad()
        loss.backward()  # <- raised, freed
        optimizer.step()


network = nn.Linear(4, 2)
train(network, torch.randn(3, 5, 4))
train(network, torch.randn(3, 5, 4), Ewc(network, torch.randn(5, 4)))
