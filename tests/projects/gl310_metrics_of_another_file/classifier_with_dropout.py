"""The classifier: its dropout is on in training mode."""

from torch import nn


class Classifier(nn.Module):
    def __init__(self, inputs, classes):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(inputs, 16), nn.ReLU(), nn.Dropout(0.2), nn.Linear(16, classes))

    def forward(self, x):
        return self.layers(x)
