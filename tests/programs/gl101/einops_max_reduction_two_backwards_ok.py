"""Backward runs twice on the sum of each row: a reduction by sum has saved nothing."""

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
total = reduce(weights, "row column -> row", "sum").sum()
total.backward()
total.backward()
print(weights.grad)
