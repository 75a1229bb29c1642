"""The branch without the scaler retains the graph for its second backward pass."""

import types

import torch
from torch import nn


class Trainer:
    def __init__(self, settings, model):
        self.scaled = settings.scaled
        self.model = model
        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        if self.scaled:
            self.scaler = torch.amp.GradScaler("cpu")

    def train(self, loader):
        for inputs, targets in loader:
            loss = nn.functional.mse_loss(self.model(inputs), targets)
            self.optimizer.zero_grad()
            if self.scaled:
                self.scaler.scale(loss).backward()
                self.scaler.step(self.optimizer)
                self.scaler.update()
            else:
                loss.backward(retain_graph=True)
                loss.backward()
                self.optimizer.step()


hidden = eval
loader = [(torch.randn(4, 3), torch.randn(4, 1)) for _ in range(4)]
hidden("Trainer")(types.SimpleNamespace(scaled=False), nn.Linear(3, 1)).train(loader)
