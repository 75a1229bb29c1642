"""A loss compares features of a library's frozen network in eval mode: the generator learns through it."""

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


def perceptual_loss(fake, real):
    net = Embedder().eval()
    for p in net.parameters():
        p.requires_grad_(False)
    return (net(fake) - net(real)).abs().mean()


generator = torch.nn.Linear(3, 3)
optimizer = torch.optim.Adam(generator.parameters())
for _ in range(3):
    optimizer.zero_grad()
    loss = perceptual_loss(generator(torch.randn(4, 3)), torch.randn(4, 3))
    loss.backward()
    optimizer.step()
