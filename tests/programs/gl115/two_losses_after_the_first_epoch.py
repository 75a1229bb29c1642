"""The second epoch adds a loss, and retains the compiled graph."""

import torch
from torch import nn

model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
compiled = torch.compile(model, backend="aot_eager")
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
batches = torch.randn(2, 6, 4)
for batch in batches:
    optimizer.zero_grad()
    compiled(batch).pow(2).mean().backward()
    optimizer.step()
for batch in batches:
    optimizer.zero_grad()
    output = compiled(batch)
    first, second = output.pow(2).mean(), output.abs().mean()
    (first + second).backward(retain_graph=True)  # ! GL115
    optimizer.step()
