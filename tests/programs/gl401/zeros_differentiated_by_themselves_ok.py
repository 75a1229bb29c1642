"""A created tensor is differentiated by itself to try the optimizer: it is not a loss of a model that has lost its graph."""

import torch

position = torch.zeros(())
position.requires_grad_()
optimizer = torch.optim.SGD([position], lr=0.1)
for _ in range(3):
    optimizer.zero_grad()
    position.backward()
    optimizer.step()
print(position.item())
