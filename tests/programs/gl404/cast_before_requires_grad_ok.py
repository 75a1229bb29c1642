"""The tensor is scaled, cast and reshaped as plain data, and then made a leaf."""

import torch

code = torch.randn(2, 3).mul(0.1).to(torch.float64).view(3, 2).requires_grad_()
optimizer = torch.optim.SGD([code], lr=0.1)
for _ in range(3):
    optimizer.zero_grad()
    (code.sin().sum() - 1).pow(2).backward()
    print(code.grad.abs().max().item())
    optimizer.step()
