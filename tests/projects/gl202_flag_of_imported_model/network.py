import os

from torch import nn


class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.scaled = os.environ.get("SCALED")
        self.layer = nn.Linear(2, 1)

    def forward(self, batch):
        return self.layer(batch)


network = Network()
