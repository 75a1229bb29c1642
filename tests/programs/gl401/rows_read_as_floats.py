"""The errors of a batch are read one by one as numbers, and a tensor made of them is trained as the loss."""

import torch
from torch import nn

net = nn.Linear(3, 1)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for _ in range(3):
    errors = []
    for guess in net(torch.randn(5, 3)):
        errors.append(float(guess.square()))
    loss = torch.tensor(errors).mean().requires_grad_()  # ! GL401
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
