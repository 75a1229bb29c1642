"""A context manager of another library receives the parameters: it may reset their gradients when it is entered."""

import sys
import types

import torch
from torch import nn

contexts = types.ModuleType("contexts")
exec(
    """
class zeroed:
    def __init__(self, parameters):
        self.parameters = parameters

    def __enter__(self):
        for parameter in self.parameters:
            parameter.grad = None

    def __exit__(self, *error):
        return False
""",
    contexts.__dict__,
)
sys.modules["contexts"] = contexts
from contexts import zeroed


def fit(model, batches):
    parameters = list(model.parameters())
    optimizer = torch.optim.SGD(parameters, lr=0.1)
    scope = zeroed(parameters)
    for batch in batches:
        with scope:
            model(batch).square().mean().backward()
        optimizer.step()


def fit_in_new_scopes(model, batches):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for batch in batches:
        with zeroed(list(model.parameters())):
            model(batch).square().mean().backward()
        optimizer.step()


fit(nn.Linear(3, 1), [torch.randn(4, 3) for _ in range(3)])
fit_in_new_scopes(nn.Linear(3, 1), [torch.randn(4, 3) for _ in range(3)])
eval("fit")(nn.Linear(3, 1), [torch.randn(4, 3) for _ in range(3)])
