"""Two losses are backpropagated for each batch, and their gradients are reset unused."""

import torch
from torch import nn

model = nn.Linear(3, 2)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
batches = iter(torch.randn(6, 8, 3))
while (batch := next(batches, None)) is not None:
    optimizer.zero_grad()
    output = model(batch)
    first, second = output.sum(1).pow(2).mean(), output.abs().mean()
    loss = first + 0.1 * second
    loss.backward()  # ! GL509
