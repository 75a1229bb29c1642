"""The step calls backward; elsewhere a read of `backward` in a try of its own only tests for the attribute."""

import torch
from torch import nn

model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)


def is_differentiable(value):
    try:
        value.backward
    except Exception:
        return False
    return True


for batch in range(4):
    try:
        loss = model(torch.randn(8, 3)).pow(2).mean()
        if torch.isnan(loss):
            print(f"skipped batch {batch}")
            continue
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    except Exception as error:
        print(f"batch {batch} failed: {error}")
print(is_differentiable(3.0))
