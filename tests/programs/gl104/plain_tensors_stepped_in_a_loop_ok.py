"""A plain tensor is trained; each repetition builds its own graph."""

import torch

weight = torch.randn(3, 1, requires_grad=True)
inner = torch.randn(4, 3, requires_grad=True)
optimizer = torch.optim.SGD([weight, inner], lr=0.1, momentum=0.9)
x = torch.randn(5, 4)
for repetition in range(2):
    hidden = (x @ inner).tanh()
    loss = (hidden @ weight).pow(2).mean()
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
