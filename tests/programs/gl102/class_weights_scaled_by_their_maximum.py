"""Class weights are divided by a sum that depends on the bias, once before the loop."""

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
    weights = weights / net.bias.exp().sum()
    for _ in range(steps):
        optimizer.zero_grad()
        loss = (net(torch.ones(4, 3)) * weights.exp()).mean()
        loss.backward()  # ! GL102
        optimizer.step()


net = torch.nn.Linear(3, 2)
train(net, torch.optim.SGD(net.parameters(), lr=0.1), Corpus(), 3)
