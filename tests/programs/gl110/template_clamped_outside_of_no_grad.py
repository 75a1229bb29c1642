"""A view of a parameter is taken under `no_grad`, and clamped after the block has ended."""

import torch


def project(template):
    with torch.no_grad():
        flat = template.view(-1)
    flat.clamp_(0, 1)  # ! GL110
    return template


template = torch.rand(2, 3, requires_grad=True)
optimizer = torch.optim.SGD([template], lr=0.5)
for step in range(3):
    optimizer.zero_grad()
    (template - 0.5).abs().sum().backward()
    optimizer.step()
    project(template)
