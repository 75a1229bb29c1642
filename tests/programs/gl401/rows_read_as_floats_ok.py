"""The errors of a batch are stacked as tensors."""

import torch
from torch import nn

net = nn.Linear(3, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(3):
    errors = []
    for guess in net(torch.randn(5, 3)):
        errors.append(guess.square())
    loss = torch.stack(errors).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
