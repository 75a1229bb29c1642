"""A loss function of the program, which a library calls, copies its arguments into new leaves: the library's step trains nothing."""

import sys
import types

import torch
from torch.autograd import Variable

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
    predicted = Variable(predicted.data, requires_grad=True)  # ! GL401
    return (predicted - target.mean().item()).abs().sum()


fit(distance)
