"""An object that receives the output before the backward pass backpropagates through it before the step, or through the loss on some paths."""

import sys
import types

import torch
from torch import nn

penalties = types.ModuleType("penalties")
exec(
    """
class Penalty:
    def __init__(self):
        self.outputs = []

    def update(self, output):
        self.outputs.append(output)

    def apply(self):
        self.outputs.pop().abs().mean().backward()
""",
    penalties.__dict__,
)
sys.modules["penalties"] = penalties
from penalties import Penalty


def fit(batches):
    model = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    penalty = Penalty()
    for x in batches:
        output = model(x)
        penalty.update(output)
        loss = output.pow(2).mean()
        optimizer.zero_grad()
        loss.backward(retain_graph=True)
        penalty.apply()
        optimizer.step()


def fit_every_second(batches):
    model = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    penalty = Penalty()
    for number, x in enumerate(batches):
        output = model(x)
        penalty.update(output)
        loss = output.pow(2).mean()
        loss.backward(retain_graph=True)
        if number % 2:
            penalty.apply()
            penalty.apply()
            optimizer.step()
            optimizer.zero_grad()


def fit_two(batches):
    body, first = nn.Linear(3, 4), nn.Linear(4, 1)
    optimizer = torch.optim.SGD(first.parameters(), lr=0.1)
    trained = torch.optim.SGD(body.parameters(), lr=0.1)
    penalty = Penalty()
    for x in batches:
        features = torch.tanh(body(x))
        penalty.update(features)
        optimizer.zero_grad()
        first(features).pow(2).mean().backward(retain_graph=True)
        optimizer.step()
        penalty.apply()
        trained.step()
        trained.zero_grad()


fit([torch.randn(2, 3) for _ in range(4)])
fit_every_second([torch.randn(2, 3) for _ in range(4)])
fit_two([torch.randn(2, 3) for _ in range(4)])
