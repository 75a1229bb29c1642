"""The terms of the loss are computed by unresolved code in an inner loop of the same iteration."""

import sys
import types

import torch
from torch import nn

terms = types.ModuleType("terms")
exec(
    """
import torch

class Term:
    def __call__(self, output, target):
        return (output - target).pow(2).mean()

def penalty(output):
    return output.abs().mean()
""",
    terms.__dict__,
)
sys.modules["terms"] = terms
from terms import Term, penalty


def train(model, optimizer, loader, terms):
    for x in loader:
        outputs = model(x)
        loss = 0
        for term in terms:
            loss = loss + term(outputs, x) + penalty(outputs)
        optimizer.zero_grad()
        loss.backward(retain_graph=True)  # ! GL201
        optimizer.step()


def accumulate(model, optimizer, loader):
    for x in loader:
        losses = []
        for part in (x, x.neg()):
            losses.append(penalty(model(part)))
        optimizer.zero_grad()
        torch.stack(losses).sum().backward(retain_graph=True)  # ! GL201
        optimizer.step()


hidden = eval
model = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 3))
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
batches = [torch.randn(2, 3) for _ in range(4)]
hidden("train")(model, optimizer, batches, [Term(), Term()])
hidden("accumulate")(model, optimizer, batches)
