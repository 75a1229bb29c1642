"""`filter` returns an iterator, which the list reads to its end."""

import torch
from torch import nn

model = nn.Linear(3, 1)
trained = filter(lambda parameter: parameter.requires_grad, model.parameters())
print([tuple(parameter.shape) for parameter in trained])
optimizer = torch.optim.SGD(trained, lr=0.1)  # ! GL114

x, y = torch.randn(8, 3), torch.randn(8, 1)
for _ in range(3):
    optimizer.zero_grad()
    nn.functional.mse_loss(model(x), y).backward()
    optimizer.step()
