"""Each network of a table, put into eval mode where it is made, scores the same data without a graph."""

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

table = {"small": Embedder().eval(), "large": Embedder().eval()}
for name, net in table.items():
    with torch.no_grad():
        scores = net(torch.randn(4, 3))
    print(name, scores.argmax(dim=1).tolist())
