"""The optimizer of the model that was made is stepped, and the loss is another model's."""

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


def create_components():
    model = torch.nn.Linear(2, 4)
    return model, torch.optim.AdamW(model.parameters(), lr=1.0)


accelerator = Accelerator()
model, optimizer = create_components()
model = torch.nn.Linear(2, 4)
for x, y in [(torch.randn(3, 2), torch.randn(3, 4)) for _ in range(3)]:
    loss = torch.nn.functional.mse_loss(model(x), y)
    optimizer.zero_grad()
    accelerator.backward(loss)
    optimizer.step()  # ! GL405
