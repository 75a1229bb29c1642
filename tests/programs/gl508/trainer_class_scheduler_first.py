"""A trainer class steps its scheduler before it trains the epoch."""

import torch
from torch import nn
from torch.optim.lr_scheduler import MultiStepLR


class Trainer:
    def __init__(self, model, epochs):
        self.model = model
        self.epochs = epochs
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.1, momentum=0.9)
        self.lr_scheduler = MultiStepLR(self.optimizer, milestones=[2, 4])
        self.loss = nn.MSELoss()

    def train(self, loader):
        for epoch in range(self.epochs):
            self.lr_scheduler.step()  # ! GL508
            self.train_epoch(loader)

    def train_epoch(self, loader):
        self.model.train()
        for x, y in loader:
            self.optimizer.zero_grad()
            loss = self.loss(self.model(x), y)
            loss.backward()
            self.optimizer.step()


if __name__ == "__main__":
    batches = [(torch.randn(4, 3), torch.randn(4, 1)) for _ in range(2)]
    Trainer(nn.Linear(3, 1), 4).train(batches)
