"""An imported network is regularized once, before the loop: each backward pass uses the graph of the penalty."""

import sys
import types

import torch
from torch import nn

zoo = types.ModuleType("zoo")
exec("from torch import nn\nbackbone = nn.Linear(3, 3)", zoo.__dict__)
sys.modules["zoo"] = zoo
from zoo import backbone


def fit(head, batches):
    penalty = sum(weight.pow(2).sum() for weight in backbone.parameters())
    optimizer = torch.optim.SGD(head.parameters(), 0.1)
    for batch in batches:
        optimizer.zero_grad()
        loss = head(batch).pow(2).mean() + penalty
        loss.backward(retain_graph=True)
        optimizer.step()


eval("fit")(nn.Linear(3, 1), [torch.randn(4, 3) for _ in range(3)])
