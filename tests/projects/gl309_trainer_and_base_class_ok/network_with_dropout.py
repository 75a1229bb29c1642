"""A network whose output depends on the mode."""

from torch import nn


class NetworkWithDropout(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(3, 16), nn.ReLU(), nn.Dropout(p=0.25), nn.Linear(16, 1))

    def forward(self, x):
        return self.layers(x)
