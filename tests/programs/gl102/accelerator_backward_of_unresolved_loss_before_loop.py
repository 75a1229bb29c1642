"""The loss is unresolved except that backward ran on it, and it is the same one in every iteration."""

import sys
import types

import torch

accelerate = types.ModuleType("accelerate")
exec(
    """
import torch

class Accelerator:
    def backward(self, loss):
        loss.backward()

model = torch.nn.Sequential(torch.nn.Linear(3, 3), torch.nn.Tanh(), torch.nn.Linear(3, 1))

def criterion(outputs):
    return outputs.pow(2).mean()
""",
    accelerate.__dict__,
)
sys.modules["accelerate"] = accelerate
from accelerate import Accelerator, criterion, model

accelerator = Accelerator()
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
loss = criterion(model(torch.randn(4, 3)))
for _ in range(3):
    optimizer.zero_grad()
    accelerator.backward(loss)  # ! GL102
    optimizer.step()
