"""The patches are averaged, but not the batch: backward needs a gradient argument for a loss per image."""

import sys
import types

import torch
from torch import nn

einops = types.ModuleType("einops")
exec(
    """
def rearrange(tensor, pattern, **sizes):
    return tensor.reshape(4, -1)

def reduce(tensor, pattern, reduction):
    return tensor.mean(1) if pattern.endswith("b") else tensor.mean()
""",
    einops.__dict__,
)
sys.modules["einops"] = einops
import einops
from einops import rearrange

model = nn.Conv2d(3, 1, 3)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(2):
    optimizer.zero_grad()
    patches = rearrange(model(torch.randn(4, 3, 8, 8)), "b c h w -> b (c h w)")
    loss = einops.reduce(patches.pow(2), "b p -> b", "mean")
    loss.backward()  # ! GL108
    optimizer.step()
