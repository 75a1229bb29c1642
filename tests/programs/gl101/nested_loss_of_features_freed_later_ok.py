"""A nested function runs while the features that it closes over have their graph, not after the last backward has freed it."""

import torch
from torch import nn


class Registry:
    def __init__(self):
        self.tasks = {}

    def run(self, name):
        return vars(self)["tasks"].__getitem__(name)()


registry = Registry()


def train(encoder, head, batch):
    features = encoder(batch)

    def backpropagate():
        losses = [head(features).pow(2).mean(), features.pow(2).mean()]
        for weight in (0.5, 0.1):
            torch.stack(losses).sum().mul(weight).backward(retain_graph=True)

    registry.tasks["auxiliary"] = backpropagate
    registry.run("auxiliary")
    features.sum().backward()


train(nn.Linear(3, 4), nn.Linear(4, 1), torch.randn(2, 3))
