# A helper of the constructor counts the features on zeros, although a loop over samples constructs the encoder.
import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self, channels, size):
        super().__init__()
        self.layers = nn.Sequential(nn.Conv2d(3, channels, 3), nn.ReLU())
        self.head = nn.Linear(self._features(size), 2)

    def _features(self, size):
        return self.layers(torch.zeros(1, 3, size, size)).numel()

    def forward(self, x):
        return self.head(self.layers(x).flatten(1))


def sample(settings):
    found = []
    for channels in settings:
        model = Encoder(channels, 8)
        model.eval()
        with torch.no_grad():
            found.append(model(torch.randn(4, 3, 8, 8)).argmax(1))
    return found


print(sample([2, 3, 4, 5]))
