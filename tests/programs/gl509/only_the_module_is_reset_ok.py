"""Gradients are computed to measure the cost of a backward, and the module resets them: no training is meant."""

import torch
from torch import nn

print(torch.__version__)

model = nn.Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
print(optimizer.defaults["lr"])
for batch in torch.randn(4, 8, 3):
    before = torch.get_num_threads()
    model.zero_grad()
    model(batch).pow(2).mean().backward()
    print(before)
