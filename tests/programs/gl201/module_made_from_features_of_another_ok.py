"""Other code makes a module from features with a graph, and each output depends on them: the next backward needs the retained graph."""

import sys
import types

import torch
from torch import nn

heads = types.ModuleType("heads")
exec(
    """
from torch import nn

class Head(nn.Module):
    def __init__(self, features):
        super().__init__()
        self.features = features
        self.layer = nn.Linear(3, 1)

    def forward(self, x):
        return self.layer(x + self.features.sum(0))
""",
    heads.__dict__,
)
sys.modules["heads"] = heads
from heads import Head


def fit(encoder, image, batches):
    head = Head(encoder(image).exp())
    optimizer = torch.optim.SGD([*encoder.parameters(), *head.parameters()], lr=0.1)
    for x in batches:
        loss = head(x).pow(2).mean()
        optimizer.zero_grad()
        loss.backward(retain_graph=True)
        optimizer.step()


eval("fit")(nn.Linear(3, 3), torch.randn(2, 3), [torch.randn(2, 3) for _ in range(4)])
