# Neither the probe nor the evaluation builds a graph.
import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self, channels, size):
        super().__init__()
        self.layers = nn.Sequential(nn.Conv2d(3, channels, 3), nn.ReLU())
        with torch.no_grad():
            probe = self.layers(torch.zeros(1, 3, size, size))
        self.head = nn.Linear(probe.shape[1] * probe.shape[2] * probe.shape[3], 2)

    def forward(self, x):
        return self.head(self.layers(x).flatten(1))


def evaluate(settings):
    found = []
    for channels in settings:
        model = Encoder(channels, 8)
        model.eval()
        with torch.no_grad():
            features = model.layers(torch.randn(4, 3, 8, 8))
        found.append(features.argmax(1))
    return found


print(evaluate([2, 3, 4, 5]))
