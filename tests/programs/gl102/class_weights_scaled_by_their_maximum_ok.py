"""Class weights come from a library and are rescaled twice before the loop: they are data."""

import sys
import types

import torch

dataset = types.ModuleType("dataset")
exec("import torch\n\nclass Corpus:\n    frequencies = torch.rand(2)\n", dataset.__dict__)
sys.modules["dataset"] = dataset
from dataset import Corpus


def train(net, optimizer, corpus, steps):
    weights = corpus.frequencies.clamp(min=1e-3)
    weights = weights / weights.max()
    weights = weights / weights.mean()
    for _ in range(steps):
        optimizer.zero_grad()
        loss = (net(torch.ones(4, 3)) * weights.exp()).mean()
        loss.backward()
        optimizer.step()


net = torch.nn.Linear(3, 2)
train(net, torch.optim.SGD(net.parameters(), lr=0.1), Corpus(), 3)
