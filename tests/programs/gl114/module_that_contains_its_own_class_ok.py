"""Only the innermost of many nested modules has a layer."""

import torch
from torch import nn


class Nested(nn.Module):
    def __init__(self, depth):
        super().__init__()
        if depth > 0:
            self.inner = Nested(depth - 1)
        else:
            self.inner = nn.Linear(3, 1)

    def forward(self, x):
        return self.inner(x)


model = Nested(6)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

x, y = torch.randn(8, 3), torch.randn(8, 1)
for _ in range(3):
    optimizer.zero_grad()
    nn.functional.mse_loss(model(x), y).backward()
    optimizer.step()
