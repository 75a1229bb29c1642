"""Accelerator and loss are a library's: each iteration's loss is new, and the accelerator is not a tensor."""

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

class Answer:
    def __init__(self, loss):
        self.loss = loss

class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = torch.nn.Linear(3, 1)
    def forward(self, inputs, labels):
        return Answer((self.layer(inputs) - labels).pow(2).mean())

def loader():
    return [{"inputs": torch.randn(4, 3), "labels": torch.randn(4, 1)} for _ in range(3)]
""",
    accelerate.__dict__,
)
sys.modules["accelerate"] = accelerate
from accelerate import Accelerator, Model, loader

accelerator = Accelerator()
model = Model()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
model, optimizer = accelerator.prepare(model, optimizer)
for batch in loader():
    outputs = model(**batch)
    loss = outputs.loss
    accelerator.backward(loss)
    optimizer.step()
    optimizer.zero_grad()
