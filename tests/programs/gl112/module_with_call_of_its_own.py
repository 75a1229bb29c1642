"""In eval mode, `__call__` returns a view of a parameter: it requires grad even if it is created under `no_grad`."""

import torch
from torch import nn


class Process(nn.Module):
    def __init__(self):
        super().__init__()
        self.mean = nn.Parameter(torch.ones(3))

    def forward(self, x):
        return self.mean.unsqueeze(-1).expand(3, len(x))

    def __call__(self, x):
        prior = super().__call__(x)
        if self.training:
            return prior
        return prior[0]


process = Process()
optimizer = torch.optim.SGD(process.parameters(), lr=0.1)
for _ in range(4):
    optimizer.zero_grad()
    process(torch.randn(5)).pow(2).sum().backward()
    optimizer.step()
process.eval()
with torch.no_grad():
    posterior = process(torch.randn(5))
print(posterior.numpy())  # ! GL112
