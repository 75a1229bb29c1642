"""The accelerator clips the gradients after the step that has used them."""

import sys
import types

import torch

accelerate = types.ModuleType("accelerate")
exec(
    """
import torch

class Accelerator:
    def prepare(self, *things):
        return things
    def backward(self, loss):
        loss.backward()
    def clip_grad_value_(self, parameters, limit):
        return torch.nn.utils.clip_grad_value_(parameters, limit)
""",
    accelerate.__dict__,
)
sys.modules["accelerate"] = accelerate
from accelerate import Accelerator

accelerator = Accelerator()
model = torch.nn.Linear(4, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
model, optimizer = accelerator.prepare(model, optimizer)


def update(accelerator, loss, parameters):
    accelerator.backward(loss)
    optimizer.step()
    accelerator.clip_grad_value_(parameters, 0.1)  # ! GL504
    optimizer.zero_grad()


for x in torch.randn(3, 8, 4):
    update(accelerator, model(x).pow(2).mean(), model.parameters())
