"""An unresolved function receives the parameters before each pass and resets their gradients."""

import sys
import types

import torch
from torch import nn

train_helpers = types.ModuleType("train_helpers")
exec(
    """
def clear_gradients(parameters):
    for parameter in parameters:
        parameter.grad = None
""",
    train_helpers.__dict__,
)
sys.modules["train_helpers"] = train_helpers
from train_helpers import clear_gradients

model = nn.Linear(3, 1)
parameters = list(model.parameters())
optimizer = torch.optim.SGD(parameters, lr=0.1)
for _ in range(4):
    clear_gradients(parameters)
    loss = model(torch.randn(8, 3)).pow(2).mean()
    loss.backward()
    optimizer.step()
