"""The gradients are scaled, used and zeroed in each iteration."""

import torch

model = torch.nn.Linear(5, 5)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(3):
    optimizer.zero_grad()
    model(torch.randn(2, 5)).sum().backward()
    for p in model.parameters():
        p.grad.mul_(0.5)
    optimizer.step()
