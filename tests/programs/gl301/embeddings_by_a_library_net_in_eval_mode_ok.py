"""A library's network is in eval mode from its construction on, and embeds all frames without a graph."""

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

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
net = Embedder(pretrained="faces").eval().to(device)


@torch.no_grad()
def embed(frames):
    return net(frames.to(device))


features = [embed(torch.randn(4, 3)) for _ in range(3)]
print(torch.cat(features).shape, [float(item.mean()) for item in features])
