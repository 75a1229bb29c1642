"""A trainer class unscales the gradients before it clips values."""

import torch
from torch import nn


class Trainer:
    def __init__(self, model):
        self.model = model
        self.optimizer = torch.optim.Adam(self.model.parameters(), lr=1e-3)
        self.scaler = torch.amp.GradScaler("cpu", enabled=True)

    def step(self, x, y):
        self.optimizer.zero_grad()
        loss = nn.functional.mse_loss(self.model(x), y)
        self.scaler.scale(loss).backward()
        self.scaler.unscale_(self.optimizer)
        nn.utils.clip_grad_value_(self.model.parameters(), 0.5)
        self.scaler.step(self.optimizer)
        self.scaler.update()
        return loss.item()

    def fit(self, loader, epochs):
        for _ in range(epochs):
            print(sum(self.step(x, y) for x, y in loader))


if __name__ == "__main__":
    Trainer(nn.Linear(3, 1)).fit([(torch.randn(4, 3), torch.randn(4, 1)) for _ in range(2)], 4)
