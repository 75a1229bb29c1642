"""The values of an unresolved dict of models are put into eval mode; the loss of an unresolved criterion is only read as a number."""

import torch
import torch.nn.functional as F
from torch import nn


def evaluate(models, criterion):
    for key, model in models.items():
        model.eval()
    total = 0.0
    if True:
        for x in torch.randn(4, 8, 3):
            made = models["generator"](x)  # ! GL301
            total += criterion(models["scorer"](made), torch.ones(8, 1)).item()
    for model in models.values():
        model.train()
    return total


print(globals()["evaluate"]({"generator": nn.Linear(3, 4), "scorer": nn.Linear(4, 1)}, F.mse_loss))
