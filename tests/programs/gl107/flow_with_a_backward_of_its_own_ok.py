"""The `backward` of a normalizing flow is its inverse pass: what it receives is data, not a loss."""

import sys
import types

import torch

library = types.ModuleType("flows")
exec(
    """
import torch

class Flow(torch.nn.Module):
    def __init__(self, size):
        super().__init__()
        self.scale = torch.nn.Parameter(torch.zeros(size))
    def forward(self, x):
        return x * self.scale.exp(), self.scale.sum()
    def backward(self, z):
        return z * (-self.scale).exp(), -self.scale.sum()
""",
    library.__dict__,
)
sys.modules["flows"] = library
from flows import Flow

flow = Flow(3)
optimizer = torch.optim.SGD(flow.parameters(), lr=0.1)
for batch in range(3):
    z, logdet = flow(torch.randn(8, 3))
    loss = z.pow(2).mean() - logdet
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
with torch.no_grad():
    samples, _ = flow.backward(torch.randn(100, 3))
print(samples.mean())
