"""A class holds a library's network in eval mode; each score is read off an output with a graph."""

import sys
import types

import torch

library = types.ModuleType("facebank")
exec(
    """
import torch

class Embedder(torch.nn.Module):
    def __init__(self, pretrained=None):
        super().__init__()
        self.layer = torch.nn.Linear(3, 2)
    def forward(self, x):
        return self.layer(x)
""",
    library.__dict__,
)
sys.modules["facebank"] = library
from facebank import Embedder


class Gallery:
    def __init__(self, device):
        self.device = device
        self.extractor = Embedder().to(device).eval()
        self.scores = []

    def add(self, images):
        features = self.extractor(images.to(self.device))  # ! GL301
        self.scores.append(features.norm(dim=1).max().item())


gallery = Gallery("cpu")
for _ in range(3):
    gallery.add(torch.randn(4, 3))
print(sum(gallery.scores))
