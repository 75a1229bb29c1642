"""The same without an argument: each graph is freed by its own backward."""

import sys
import types

import torch
from torch import nn

loading = types.ModuleType("loading")
exec(
    """
class Endless:
    def __init__(self, loader):
        self.loader = loader

    def __iter__(self):
        while True:
            yield from self.loader


class Shuffled(Endless):
    def __iter__(self):
        return iter(self.loader)
""",
    loading.__dict__,
)
sys.modules["loading"] = loading
from loading import Endless, Shuffled


def train(model, optimizer, source):
    batches = iter(Endless(source.loader("train")))
    for _ in range(4):
        x, _ = next(batches)
        loss = model(x).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


def train_critic(critic, optimizer, source, criterion):
    batches = Shuffled(source.loader("train"))
    for x, _ in batches:
        real = criterion(critic(x), torch.ones(2, 1))
        optimizer.zero_grad()
        real.backward()
        fake = criterion(critic(torch.randn(2, 3)), torch.zeros(2, 1))
        fake.backward()
        optimizer.step()


class Trainer:
    def __init__(self, source):
        self.source = source

    def batches(self, split):
        return iter(Endless(self.source.loader(split)))

    def fit(self, model, optimizer):
        batches = self.batches("train")
        for _ in range(4):
            x, _ = next(batches)
            features = torch.tanh(model(x.float()))
            optimizer.zero_grad()
            features.sum().backward()
            optimizer.step()


class Source:
    def loader(self, split):
        return [(torch.randn(2, 3), split) for _ in range(4)]


hidden = eval
network = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 1))
sgd = torch.optim.SGD(network.parameters(), lr=0.1)
hidden("train")(network, sgd, Source())
hidden("train_critic")(network, sgd, Source(), nn.BCEWithLogitsLoss())
hidden("Trainer")(Source()).fit(network, sgd)
