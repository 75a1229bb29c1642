"""A context manager of another library receives a name only: it cannot reset gradients."""

import sys
import types

import torch
from torch import nn

contexts = types.ModuleType("contexts")
exec(
    """
class timed:
    def __init__(self, name):
        self.name = name

    def __enter__(self):
        print(self.name)

    def __exit__(self, *error):
        return False
""",
    contexts.__dict__,
)
sys.modules["contexts"] = contexts
from contexts import timed


def fit(model, batches):
    parameters = list(model.parameters())
    optimizer = torch.optim.SGD(parameters, lr=0.1)
    scope = timed("training")
    for batch in batches:
        with scope:
            model(batch).square().mean().backward()  # ! GL501
        optimizer.step()


fit(nn.Linear(3, 1), [torch.randn(4, 3) for _ in range(3)])
eval("fit")(nn.Linear(3, 1), [torch.randn(4, 3) for _ in range(3)])
