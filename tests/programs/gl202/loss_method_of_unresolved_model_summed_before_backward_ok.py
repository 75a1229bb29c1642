"""Only the number of the loss that a method of an unresolved model returns is summed."""

import math
import sys
import types

import torch

flows = types.ModuleType("flows")
exec(
    """
import torch

class Flow(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = torch.nn.Parameter(torch.ones(3))

    def forward(self, x):
        return x * self.scale, self.scale.abs().log().sum()

    def loss(self, z, jacobian):
        return z.pow(2).sum(1).mean() / 2 - jacobian
""",
    flows.__dict__,
)
sys.modules["flows"] = flows
from flows import Flow

model = Flow()
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
total = 0.0
for _ in range(5):
    z, jacobian = model(torch.randn(8, 3))
    loss = model.loss(z, jacobian)
    if math.isnan(loss.item()):
        exit()
    total += loss.item()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(float(total) / 5)
