"""A library trains by calling a function of the program; a helper of that function shows pictures as well, whose graph is not needed."""

import sys
import types

import torch
from torch import nn

inference = types.ModuleType("inference")
exec(
    """
import torch

losses = []

def observe(scores, targets):
    losses.append((scores - targets).pow(2).mean())

def fit(model, parameters, data, steps):
    optimizer = torch.optim.SGD(parameters, lr=0.1)
    for step in range(steps):
        losses.clear()
        model(data)
        optimizer.zero_grad()
        sum(losses).backward()
        optimizer.step()
""",
    inference.__dict__,
)
sys.modules["inference"] = inference
from inference import fit, observe

torch.manual_seed(0)


decoder = nn.Linear(2, 3)


def picture(count):
    return decoder(torch.randn(count, 2))


def model(data):
    observe(picture(len(data)), data)


print(picture(4).detach())
fit(model, decoder.parameters(), torch.randn(8, 3), 3)
