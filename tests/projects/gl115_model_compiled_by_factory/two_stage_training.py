"""The second stage retains the graph that the first one freed."""

import torch
from factory_of_models import build_compiled

model = build_compiled(8)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for batch in torch.randn(2, 5, 4):
    optimizer.zero_grad()
    model(batch).pow(2).mean().backward()
    optimizer.step()
for batch in torch.randn(2, 5, 4):
    optimizer.zero_grad()
    output = model(batch)
    output.pow(2).mean().backward(retain_graph=True)  # ! GL115
    output.abs().mean().backward()
    optimizer.step()
