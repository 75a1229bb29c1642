"""The new head is put in place before everything is frozen, so that nothing in the model requires grad."""

import torch
import torch.nn.functional as F
from torch import nn


class Backbone(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(nn.Conv2d(1, 2, 3), nn.ReLU(), nn.Flatten())
        self.fc = nn.Linear(32, 10)

    def forward(self, image):
        return self.fc(self.features(image))


def prepare(classes):
    model = Backbone()
    model.fc = nn.Linear(32, classes)
    for parameter in model.parameters():
        parameter.requires_grad = False
    return model


def main():
    model = prepare(classes=2)
    optimizer = torch.optim.SGD(model.fc.parameters(), lr=1e-3, momentum=0.9)
    for images, labels in zip(torch.rand(2, 4, 1, 6, 6), torch.randint(0, 2, (2, 4))):
        optimizer.zero_grad()
        loss = F.cross_entropy(model(images), labels)
        loss.backward()  # ! GL107
        optimizer.step()


if __name__ == "__main__":
    main()
