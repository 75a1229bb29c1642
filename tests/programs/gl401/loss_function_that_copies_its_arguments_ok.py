"""A loss function of the program, which a library calls, computes its loss from its arguments, with their graph."""

import sys
import types

import torch

library = types.ModuleType("fitting_zoo")
exec(
    """
import torch

net = torch.nn.Linear(3, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)

def fit(criterion):
    for _ in range(3):
        loss = criterion(net(torch.randn(4, 3)), torch.zeros(4, 1))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
""",
    library.__dict__,
)
sys.modules["fitting_zoo"] = library
from fitting_zoo import fit


def distance(predicted, target):
    predicted = predicted.float()
    return (predicted - target.mean().item()).abs().sum()


fit(distance)
