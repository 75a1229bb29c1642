"""The accelerator's no_sync is entered for all but the last part of a batch, and each part has a pass of its own."""

import sys
import types

import torch

accelerate = types.ModuleType("accelerate")
exec(
    """
import contextlib

class Accelerator:
    def prepare(self, *things):
        return things
    def no_sync(self, model):
        return contextlib.nullcontext()
    def backward(self, loss, **kwargs):
        loss.backward(**kwargs)
""",
    accelerate.__dict__,
)
sys.modules["accelerate"] = accelerate
import contextlib

from accelerate import Accelerator

accelerator = Accelerator()
body, head = torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.Tanh()), torch.nn.Linear(8, 1)
optimizer = torch.optim.SGD([*body.parameters(), *head.parameters()], lr=0.1)
body, head, optimizer = accelerator.prepare(body, head, optimizer)
for batch in torch.randn(3, 6, 4):
    for number, part in enumerate(batch.split(3)):
        waiting = accelerator.no_sync(head) if number == 0 else contextlib.nullcontext()
        with waiting:
            accelerator.backward(head(body(part)).pow(2).mean())
    optimizer.step()
    optimizer.zero_grad()
