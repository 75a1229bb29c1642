"""The whole model is frozen before the trainable parameters are collected."""

import torch
from torch import nn


class Classifier(nn.Module):
    def __init__(self, backbone, n_features, n_classes):
        super().__init__()
        self.backbone = backbone
        self.fc = nn.Linear(n_features, n_classes)

    def forward(self, x):
        return self.fc(self.backbone(x))


class FineTuner:
    def __init__(self, model, lr):
        self.model = model
        self.model.requires_grad_(False)
        self.model.fc.requires_grad_(True)
        self.optimizer = torch.optim.SGD([p for p in self.model.parameters() if p.requires_grad], lr=lr, momentum=0.9)
        self.loss_fn = nn.CrossEntropyLoss()

    def epoch(self, batches):
        for x, y in batches:
            self.optimizer.zero_grad()
            loss = self.loss_fn(self.model(x), y)
            loss.backward()
            self.optimizer.step()


def main():
    backbone = nn.Sequential(nn.Linear(5, 7), nn.Tanh())
    tuner = FineTuner(Classifier(backbone, 7, 3), 0.1)
    tuner.epoch([(torch.randn(2, 5), torch.tensor([0, 1])) for _ in range(3)])


main()
