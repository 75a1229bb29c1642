"""A network whose domain classifier receives reversed gradients."""

from reversal_function import reverse
from torch import nn


class AdversarialNetwork(nn.Module):
    def __init__(self):
        super().__init__()
        self.features, self.classes, self.domains = nn.Linear(3, 4), nn.Linear(4, 2), nn.Linear(4, 2)

    def forward(self, x):
        features = self.features(x)
        return self.classes(features), self.domains(reverse(features, 0.5))
