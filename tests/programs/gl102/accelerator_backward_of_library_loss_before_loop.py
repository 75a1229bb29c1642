"""Whatever the library's model computes, the loss is made before the loop, and the accelerator backpropagates it in every iteration."""

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
""",
    accelerate.__dict__,
)
sys.modules["accelerate"] = accelerate
from accelerate import Accelerator

accelerator = Accelerator()
model = torch.nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
loss = model(torch.randn(4, 3)).pow(2).mean()
for _ in range(3):
    optimizer.zero_grad()
    accelerator.backward(loss)  # ! GL102
    optimizer.step()
