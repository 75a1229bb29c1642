"""The trainer calls `eval()` before it validates."""

import torch
from torch import nn


class Trainer:
    def __init__(self, model, train_loader, val_loader):
        self.model, self.train_loader, self.val_loader = model, train_loader, val_loader
        self.optimizer = torch.optim.Adam(self.model.parameters(), lr=1e-3)

    def run_epoch(self):
        self.model.train()
        for x in self.train_loader:
            self.optimizer.zero_grad()
            self.model(x).pow(2).mean().backward()
            self.optimizer.step()

    def validate(self):
        self.model.eval()
        losses = []
        with torch.no_grad():
            for x in self.val_loader:
                losses.append(self.model(x).pow(2).mean().item())
        return sum(losses) / len(losses)

    def fit(self, epochs):
        for _ in range(epochs):
            self.run_epoch()
            print(self.validate())


model = nn.Sequential(nn.Linear(3, 8), nn.BatchNorm1d(8), nn.Dropout(0.1), nn.Linear(8, 1))
Trainer(model, [torch.randn(8, 3) for _ in range(3)], [torch.randn(8, 3) for _ in range(2)]).fit(2)
