"""A no_grad that is made and dropped changes nothing: the validation builds graphs all the same."""

import torch
import torch.nn.functional as F
from torch import nn


def validate(model, loader):
    model.eval()
    torch.no_grad()  # ! GL302
    total = 0.0
    for x, y in loader:
        total += F.l1_loss(model(x), y).item()
    return total / len(loader)


print(validate(nn.Linear(2, 1), [(torch.randn(3, 2), torch.randn(3, 1))] * 3))
