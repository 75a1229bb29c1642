"""The second backward of one loss goes through the graph that the first has freed; `time.perf_counter` is in every version of Python."""

import time

import torch
from torch import nn


def step(model, values):
    start = time.perf_counter()
    loss = model(torch.tensor(values)).pow(2).mean()
    loss.backward()
    loss.backward()  # ! GL101
    return time.perf_counter() - start


model = nn.Linear(4, 1)
step(model, [[1.0, 2.0, 3.0, 4.0]])
