"""A library's engine calls the nested step for each batch; the list around it keeps a number of each loss."""

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


def train(batches):
    net, curve = nn.Linear(4, 2), []
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)

    def step(engine, x):
        loss = net(x).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        curve.append(loss.item())

    engine = Engine(step)
    for _ in range(5):
        engine.run(batches)
    return max(curve)


print(float(train([torch.randn(4, 4) for _ in range(5)])))
