"""The loss of the wrapped model is added up without its graph."""

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
total_loss = 0
for x, y in [(torch.randn(3, 2), torch.randn(3, 4)) for _ in range(5)]:
    loss = torch.nn.functional.mse_loss(model(x), y)
    total_loss += loss.detach().float()
    accelerator.backward(loss)
    optimizer.step()
    optimizer.zero_grad()
print(float(total_loss))
