"""Both classifiers are called."""

from torch import nn


class Detector(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Linear(4, 6)
        self.boxes, self.regions = nn.Linear(6, 4), nn.Linear(6, 2)

    def forward(self, x):
        features = self.trunk(x).relu()
        return self.boxes(features).sum(1) + self.regions(features).sum(1)
