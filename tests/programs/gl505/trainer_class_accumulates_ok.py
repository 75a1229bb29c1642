"""A trainer class resets the gradients of its model only when it steps."""

import torch
from torch import nn


class Trainer:
    def __init__(self, model, accumulate):
        self.model = model
        self.accumulate = accumulate
        self.optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
        self.criterion = nn.MSELoss()
        self.seen = 0

    def fit(self, loader, epochs):
        for _ in range(epochs):
            for x, y in loader:
                self.training_step(x, y)

    def training_step(self, x, y):
        loss = self.criterion(self.model(x), y)
        loss.backward()
        self.seen += 1
        if self.seen % self.accumulate == 0:
            self.optimizer.step()
            self.model.zero_grad()


if __name__ == "__main__":
    batches = [(torch.randn(4, 3), torch.randn(4, 1)) for _ in range(4)]
    Trainer(nn.Linear(3, 1), 2).fit(batches, 4)
