"""Only the losses with weights are added up, detached."""

import torch
from torch import nn

model = nn.Linear(3, 1)


def weighted(losses, weights):
    found = {}
    for name, loss in losses.items():
        if name not in weights:
            continue
        found[name] = loss.detach()
    return found


def step(losses, weights):
    total = torch.zeros(())
    for loss in weighted(losses, weights).values():
        total = total + loss
    total.backward()  # ! GL107


output = model(torch.randn(2, 3))
eval("step")({"size": output.sum(), "norm": output.norm()}, {"norm": 0.5})
