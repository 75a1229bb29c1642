"""The constructor makes the bound of the gradients under a setting; without it, the gradients are never reset."""

import types

import torch
from torch import nn


class Trainer:
    def __init__(self, settings, model):
        self.settings = settings
        self.model = model
        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        if settings.clipped:
            self.bound = settings.bound

    def train(self, loader):
        for inputs, targets in loader:
            loss = nn.functional.mse_loss(self.model(inputs), targets)
            if self.settings.clipped:
                self.optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(self.model.parameters(), self.bound)
            else:
                loss.backward()  # ! GL501
            self.optimizer.step()


hidden = eval
loader = [(torch.randn(4, 3), torch.randn(4, 1)) for _ in range(4)]
hidden("Trainer")(types.SimpleNamespace(clipped=False), nn.Linear(3, 1)).train(loader)
