"""The library wraps model and optimizer; a loop without zero_grad uses the old gradients again."""

import sys
import types

import torch

accelerate = types.ModuleType("accelerate")
exec(
    """
class Accelerator:
    def prepare(self, *things):
        return things
    def backward(self, loss):
        loss.backward()
""",
    accelerate.__dict__,
)
sys.modules["accelerate"] = accelerate
from accelerate import Accelerator

accelerator = Accelerator()
model = torch.nn.Linear(2, 4)
optimizer = torch.optim.AdamW(model.parameters(), lr=1.0)
model, optimizer = accelerator.prepare(model, optimizer)
for x, y in [(torch.randn(3, 2), torch.randn(3, 4)) for _ in range(3)]:
    loss = torch.nn.functional.mse_loss(model(x), y)
    accelerator.backward(loss)  # ! GL501
    optimizer.step()
