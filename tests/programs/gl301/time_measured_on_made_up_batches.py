"""A model is called again and again on a made-up batch, to measure the time: each call records a graph."""

import time

import torch
from torch import nn


def seconds(model, size):
    model.eval()
    batch = torch.ones(()).new_empty((1, *size), dtype=next(model.parameters()).dtype)
    start = time.perf_counter()
    for _ in range(5):
        _ = model(batch)  # ! GL301
    return time.perf_counter() - start


model = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2))
model.load_state_dict(nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2)).state_dict())
print(seconds(model, (3,)))
