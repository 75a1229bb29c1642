"""mul_ scales the gradients that were added up, and the next backward adds to them."""

import torch

model = torch.nn.Linear(5, 5)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for _ in range(3):
    model(torch.randn(2, 5)).sum().backward()  # ! GL501
    for p in model.parameters():
        p.grad.mul_(0.5)
    optimizer.step()
