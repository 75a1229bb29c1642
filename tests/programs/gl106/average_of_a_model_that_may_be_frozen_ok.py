"""The caller may have frozen the first model: that its parameters refuse the change is not certain."""

import torch
from torch import nn


def update_average(average, model, beta):
    new = dict(model.named_parameters())
    for name, kept in average.named_parameters():
        kept.copy_(beta * kept + (1.0 - beta) * new[name])


HELPERS = {"update": update_average}
frozen = nn.Linear(2, 1).requires_grad_(False)
with torch.no_grad():
    HELPERS["up" + "date"](frozen, nn.Linear(2, 1), 0.9)
