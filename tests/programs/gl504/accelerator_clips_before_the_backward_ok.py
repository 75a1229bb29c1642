"""The accelerator clips the gradients that its backward pass has computed."""

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
    def clip_grad_norm_(self, parameters, limit):
        return torch.nn.utils.clip_grad_norm_(parameters, limit)
""",
    accelerate.__dict__,
)
sys.modules["accelerate"] = accelerate
from accelerate import Accelerator

accelerator = Accelerator()
model = torch.nn.Linear(4, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
model, optimizer = accelerator.prepare(model, optimizer)
for x in torch.randn(3, 8, 4):
    loss = model(x).pow(2).mean()
    optimizer.zero_grad()
    accelerator.backward(loss)
    accelerator.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
