"""The optimizer only resets the gradients: the parameters are updated by hand."""

import torch
from torch import nn

model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for batch in torch.randn(4, 8, 3):
    optimizer.zero_grad()
    model(batch).pow(2).mean().backward()
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.sub_(0.1 * parameter.grad)
