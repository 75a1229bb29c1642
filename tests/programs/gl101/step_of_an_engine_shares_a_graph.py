"""A library's engine calls the step: both losses go through the same features."""

import sys
import types

import torch
from torch import nn

engines = types.ModuleType("engines")
exec(
    """
class Engine:
    def __init__(self, step):
        self.step = step

    def run(self, batches):
        for batch in batches:
            self.step(self, batch)
""",
    engines.__dict__,
)
sys.modules["engines"] = engines
from engines import Engine


def main(batches):
    body, first, second = nn.Sequential(nn.Linear(3, 4), nn.Tanh()), nn.Linear(4, 1), nn.Linear(4, 1)
    parameters = [*body.parameters(), *first.parameters(), *second.parameters()]
    optimizer = torch.optim.SGD(parameters, lr=0.1)

    def step(engine, x):
        features = body(x)
        optimizer.zero_grad()
        first(features).pow(2).mean().backward()
        second(features).pow(2).mean().backward()  # ! GL101
        optimizer.step()

    Engine(step).run(batches)


main([torch.randn(5, 3) for _ in range(3)])
