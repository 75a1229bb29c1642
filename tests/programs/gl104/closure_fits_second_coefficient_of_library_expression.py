"""A term saves the first parameter of a library's module, which L-BFGS changes: it is a parameter of the model."""

import sys
import types

import torch
from torch import nn

symbols = types.ModuleType("symbols")
exec(
    """
import torch

class Expression(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.first = torch.nn.Parameter(torch.rand(()))
        self.second = torch.nn.Parameter(torch.rand(()))
""",
    symbols.__dict__,
)
sys.modules["symbols"] = symbols
from symbols import Expression


class Fitted(nn.Module):
    def __init__(self, expression):
        super().__init__()
        self.network = nn.Linear(2, 1)
        self.shift = torch.log(list(expression.parameters())[0])
        self.expression = expression
        self.scale = 2.0

    def loss(self, x):
        return (self.network(x) * self.scale + self.shift).pow(2).mean()


expression = Expression().train()
model = Fitted(expression)
optimizer = torch.optim.LBFGS(model.parameters(), max_iter=3)
batch = torch.randn(4, 2)


def closure():
    optimizer.zero_grad()
    loss = model.loss(batch)
    loss.backward(retain_graph=True)  # ! GL104
    return loss


optimizer.step(closure)
