"""autograd.grad uses the retained graph, with inputs of which some come from an unresolved list."""

import sys
import types

import torch

geometric = types.ModuleType("torch_geometric")
exec(
    """
import torch

class GroupAddRev(torch.nn.Module):
    def __init__(self, conv, num_groups):
        super().__init__()
        self.convs = torch.nn.ModuleList([conv])
    def forward(self, x):
        return x + self.convs[0](x).tanh()
""",
    geometric.__dict__,
)
sys.modules["torch_geometric"] = geometric
from torch_geometric import GroupAddRev

lin = torch.nn.Linear(32, 32)
conv = GroupAddRev(torch.nn.Linear(32, 32), num_groups=2)
h = lin(torch.randn(4, 32))
target = conv(h).mean()
target.backward(retain_graph=True)
gradients = torch.autograd.grad(outputs=target, inputs=[h] + list(conv.parameters()))
print(len(gradients))
