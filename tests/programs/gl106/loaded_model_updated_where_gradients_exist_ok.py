"""A loop over a loaded model's parameters subtracts each gradient that exists, from its data."""

import sys
import types

import torch

library = types.ModuleType("checkpoints")
exec(
    """
import torch

def load(path):
    return torch.nn.Linear(3, 2)
""",
    library.__dict__,
)
sys.modules["checkpoints"] = library
from checkpoints import load

net = load("last.pt")
for batch in torch.randn(2, 4, 3):
    loss = net(batch).logsumexp(1).mean()
    loss.backward()
    for param in net.parameters():
        if param.grad is not None:
            param.data.sub_(param.grad, alpha=0.1)
            param.grad.zero_()
