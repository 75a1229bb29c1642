"""The optimizer has the classifier alone, and the backbone is not frozen: it builds and backpropagates a graph each time."""

import torch
import torch.nn.functional as F
from torch import nn


class Transfer(nn.Module):
    def __init__(self, backbone, classes):
        super().__init__()
        self.backbone = backbone
        self.classifier = nn.Linear(4, classes)

    def forward(self, image):
        features = self.backbone(image).flatten(1)  # ! GL305
        return self.classifier(features)


def fine_tune(model, loader, epochs=2):
    optimizer = torch.optim.Adam(model.classifier.parameters(), lr=1e-3)
    model.train()
    for _ in range(epochs):
        for images, labels in loader:
            optimizer.zero_grad()
            F.cross_entropy(model(images), labels).backward()
            optimizer.step()


backbone = nn.Sequential(nn.Conv2d(3, 4, 3), nn.ReLU(), nn.AdaptiveAvgPool2d(1))
fine_tune(Transfer(backbone, classes=2), [(torch.rand(4, 3, 6, 6), torch.randint(0, 2, (4,)))])
