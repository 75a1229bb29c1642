"""Backward runs twice on the largest of each row: a reduction by max has saved which it was."""

import sys
import types

import torch

einops = types.ModuleType("einops")
exec(
    """
def reduce(tensor, pattern, reduction):
    return tensor.amax(1) if reduction == "max" else tensor.sum(1)
""",
    einops.__dict__,
)
sys.modules["einops"] = einops
from einops import reduce

weights = torch.randn(4, 3, requires_grad=True)
total = reduce(weights, "row column -> row", "max").sum()
total.backward()
total.backward()  # ! GL101
print(weights.grad)
