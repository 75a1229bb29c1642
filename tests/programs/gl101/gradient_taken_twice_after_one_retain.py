"""The gradient of a library's model is taken twice after a backward that retains, and the first of them frees the graph."""

import sys
import types

import torch

geometric = types.ModuleType("torch_geometric")
exec(
    """
import torch

class Conv(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = torch.nn.Linear(4, 4)
    def forward(self, x):
        return self.lin(x).tanh()
""",
    geometric.__dict__,
)
sys.modules["torch_geometric"] = geometric
from torch_geometric import Conv

lin, conv = torch.nn.Linear(4, 4), Conv()
target = conv(lin(torch.randn(2, 4))).mean()
target.backward(retain_graph=True)
first = torch.autograd.grad(outputs=target, inputs=list(conv.parameters()) + list(lin.parameters()))
second = torch.autograd.grad(outputs=target, inputs=list(conv.parameters()) + list(lin.parameters()))  # ! GL101
print(len(first), len(second))
