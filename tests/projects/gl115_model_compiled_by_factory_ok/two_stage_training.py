"""Both stages run one backward pass per graph."""

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
    (output.pow(2).mean() + output.abs().mean()).backward()
    optimizer.step()
