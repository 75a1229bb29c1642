"""Python 3.8 removed `time.clock`: the first statement of the step raises AttributeError, not the second backward."""

import time

import torch
from torch import nn


def step(model, values):
    start = time.clock()
    loss = model(torch.tensor(values)).pow(2).mean()
    loss.backward()
    loss.backward()
    return time.clock() - start


model = nn.Linear(4, 1)
try:
    step(model, [[1.0, 2.0, 3.0, 4.0]])
except AttributeError as error:
    print(error)
