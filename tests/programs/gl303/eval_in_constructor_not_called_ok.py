"""The constructor calls eval of the network that it receives."""

import torch
from torch import nn


class Extractor:
    def __init__(self, network, device):
        self.network = network.to(device)
        self.network.eval()

    def __call__(self, images):
        with torch.no_grad():
            return self.network(images).flatten(1)


def build(make, device):
    return Extractor(make(), device)


print(build(lambda: nn.Sequential(nn.Linear(3, 2), nn.Dropout()), "cpu")(torch.randn(4, 3)).shape)
