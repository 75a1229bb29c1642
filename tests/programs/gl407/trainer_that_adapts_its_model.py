"""The trainer constructs its optimizer, then adapts the model in another method."""

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.backbone = nn.Sequential(nn.Linear(3, 8), nn.ReLU())
        self.fc = nn.Linear(8, classes)

    def forward(self, x):
        return self.fc(self.backbone(x))


class Trainer:
    def __init__(self, model):
        self.model = model
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.1, momentum=0.9)
        self.adapt(3)

    def adapt(self, classes):
        self.model.fc = nn.Linear(8, classes)  # ! GL407

    def fit(self, steps):
        for _ in range(steps):
            self.optimizer.zero_grad()
            loss = nn.functional.cross_entropy(self.model(torch.randn(8, 3)), torch.randint(3, (8,)))
            loss.backward()
            self.optimizer.step()


Trainer(Net(10)).fit(4)
