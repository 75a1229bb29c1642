"""The constructor retains the graph under the same setting under which the method backpropagates a second time."""

import types

import torch
from torch import nn


class Trainer:
    def __init__(self, settings, model):
        self.settings = settings
        self.model = model
        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        if self.settings.twice:
            self.retain = True
        else:
            self.retain = False

    def train(self, loader):
        for inputs, targets in loader:
            loss = nn.functional.mse_loss(self.model(inputs), targets)
            self.optimizer.zero_grad()
            loss.backward(retain_graph=self.retain)
            if self.settings.twice:
                loss.backward()
            self.optimizer.step()


hidden = eval
loader = [(torch.randn(4, 3), torch.randn(4, 1)) for _ in range(4)]
for twice in (True, False):
    hidden("Trainer")(types.SimpleNamespace(twice=twice), nn.Linear(3, 1)).train(loader)
