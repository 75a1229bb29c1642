"""The loss of an unresolved criterion in evaluation is only read as a number, and returned as one."""

import json

import torch
import torch.nn.functional as F
from torch import nn

criterion = getattr(F, json.loads('{"criterion": "cross_entropy"}')["criterion"])


def validate(model, batches):
    model.eval()
    total = 0.0
    if True:
        for x, y in batches:
            scores = model(x)  # ! GL301
            total += criterion(scores, y).item()
    return total / len(batches)


print(globals()["validate"](nn.Linear(3, 2), [(torch.randn(8, 3), torch.randint(0, 2, (8,))) for _ in range(3)]))
