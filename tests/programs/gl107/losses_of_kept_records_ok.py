"""Records without labels are skipped where the losses are gathered: the others have graphs."""

import torch
from torch import nn

model = nn.Linear(3, 1)


def gather(records):
    found = []
    for record in records:
        if record["skip"]:
            continue
        found.append(record["loss"])
    return found


def step(records):
    total = torch.zeros(())
    for loss in gather(records):
        total = total + loss
    total.backward()


eval("step")([{"skip": False, "loss": model(torch.randn(2, 3)).sum()}, {"skip": True, "loss": None}])
