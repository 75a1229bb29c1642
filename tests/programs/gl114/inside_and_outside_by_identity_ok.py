"""A function returns the parameters inside and outside of a part of the model; lists of filters do the same."""

import torch
from torch import nn


def split(model, part):
    ids = {id(p) for p in part.parameters()}
    inside = [p for p in model.parameters() if id(p) in ids]
    outside = [p for p in model.parameters() if id(p) not in ids]
    return inside, outside


model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
head, rest = split(model, model[2])
optimizer = torch.optim.Adam([{"params": rest, "lr": 1e-3}, {"params": head, "lr": 1e-2}])

ids = [id(p) for p in model[2].parameters()]
rest = list(filter(lambda p: id(p) not in ids, model.parameters()))
head = list(filter(lambda p: id(p) in ids, model.parameters()))
optimizer = torch.optim.Adam([{"params": rest, "lr": 1e-3}, {"params": head, "lr": 1e-2}])
