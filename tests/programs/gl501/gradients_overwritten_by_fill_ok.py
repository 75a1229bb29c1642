"""fill_ overwrites the gradient: nothing that the backward added up reaches the update by hand."""

import torch

model = torch.nn.Linear(5, 5)
for _ in range(3):
    model(torch.randn(2, 5)).sum().backward()
    for p in model.parameters():
        p.grad.fill_(0.01)
    with torch.no_grad():
        for p in model.parameters():
            p -= 0.1 * p.grad
