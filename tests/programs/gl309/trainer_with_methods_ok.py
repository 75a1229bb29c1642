"""The trainer's `fit` switches the model back in each epoch."""

import torch
from torch import nn


class Trainer:
    def __init__(self, model):
        self.model = model
        self.optimizer = torch.optim.Adam(self.model.parameters(), lr=0.01)
        self.criterion = nn.CrossEntropyLoss()

    def fit(self, epochs):
        self.model.train()
        for epoch in range(epochs):
            self.model.train()
            for _ in range(4):
                self.step(torch.randn(8, 3), torch.randint(2, (8,)))
            print(epoch, self.evaluate())

    def step(self, inputs, targets):
        self.optimizer.zero_grad()
        loss = self.criterion(self.model(inputs), targets)
        loss.backward()
        self.optimizer.step()

    @torch.no_grad()
    def evaluate(self):
        self.model.eval()
        outputs = self.model(torch.randn(8, 3))
        return outputs.argmax(1).float().mean().item()


Trainer(nn.Sequential(nn.Linear(3, 8), nn.ReLU(), nn.Dropout(0.5), nn.Linear(8, 2))).fit(4)
