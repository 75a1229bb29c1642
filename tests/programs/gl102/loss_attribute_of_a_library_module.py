"""The attribute is read once, before the loop: every iteration backpropagates through the same loss."""

import sys
import types

import torch

library = types.ModuleType("style_library")
exec(
    """
import torch

class Matcher(torch.nn.Module):
    def __init__(self, target):
        super().__init__()
        self.target = target
    def forward(self, x):
        self.loss = (x - self.target).pow(2).mean()
        return x
""",
    library.__dict__,
)
sys.modules["style_library"] = library
from style_library import Matcher

image = torch.rand(3, requires_grad=True)
matcher = Matcher(torch.rand(3))
optimizer = torch.optim.SGD([image], lr=0.1)
matcher(image)
loss = matcher.loss * 10
for step in range(3):
    optimizer.zero_grad()
    loss.backward()  # ! GL102
    optimizer.step()
