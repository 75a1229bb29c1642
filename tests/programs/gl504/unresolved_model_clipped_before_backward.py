"""Whatever the model is, its gradients are clipped before the backward that makes them."""

import sys
import types

import torch
from torch import nn

library = types.ModuleType("model_zoo")
exec(
    """
import torch

class Regressor(torch.nn.Module):
    def __init__(self, size):
        super().__init__()
        self.out = torch.nn.Linear(size, 1)
    def forward(self, inputs):
        return self.out(inputs)
""",
    library.__dict__,
)
sys.modules["model_zoo"] = library
from model_zoo import Regressor

model = Regressor(6)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
criterion = nn.MSELoss()
for _ in range(3):
    optimizer.zero_grad()
    loss = criterion(model(torch.randn(4, 6)), torch.randn(4, 1))
    torch.nn.utils.clip_grad_norm_(model.parameters(), 0.25)  # ! GL504
    loss.backward()
    optimizer.step()
