"""A number that is kept of the updated value is not the value: the update is lost."""

import torch

model = torch.nn.Linear(3, 1)
norms = []
for batch in torch.ones(3, 2, 3):
    model.zero_grad()
    model(batch).pow(2).mean().backward()
    for p in model.parameters():
        p = p - 0.1 * p.grad  # ! GL403
        norms.append(p.norm().item())
