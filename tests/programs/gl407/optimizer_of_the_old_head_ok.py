"""The optimizer receives the old head, which is replaced afterwards."""

import torch
from torch import nn


class Backbone(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(nn.Linear(8, 16), nn.ReLU())
        self.fc = nn.Linear(16, 10)

    def forward(self, x):
        return self.fc(self.features(x))


def finetune(model, n_classes, batches):
    for p in model.features.parameters():
        p.requires_grad = False
    model.fc = nn.Linear(16, n_classes)
    optimizer = torch.optim.SGD(model.fc.parameters(), lr=0.01)
    criterion = nn.CrossEntropyLoss()
    for x, y in batches:
        optimizer.zero_grad()
        loss = criterion(model(x), y)
        loss.backward()
        optimizer.step()
    return model


if __name__ == "__main__":
    finetune(Backbone(), 3, [(torch.randn(4, 8), torch.randint(0, 3, (4,))) for _ in range(3)])
