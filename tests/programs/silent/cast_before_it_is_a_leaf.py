"""The tensor is cast, moved and reshaped as plain data, detached from what it came from, and then made a leaf."""
import torch
from torch import nn

encoder = nn.Linear(4, 3)
code = encoder(torch.randn(2, 4)).detach().to(torch.float64).view(3, 2).requires_grad_()
optimizer = torch.optim.SGD([code], lr=0.1)
for _ in range(3):
    optimizer.zero_grad()
    (code.sin().sum() - 1).pow(2).backward()
    print(code.grad.abs().max().item())
    optimizer.step()
