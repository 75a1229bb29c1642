"""A window of a memory without a graph is taken under `no_grad`, and a value with a graph is written into it afterwards."""

import torch
from torch import nn

encoder = nn.Linear(3, 4)
optimizer = torch.optim.SGD(encoder.parameters(), lr=0.1)
memory = torch.zeros(10, 4)
with torch.no_grad():
    window = memory[2:5]
window += encoder(torch.randn(3, 3))  # ! GL110
loss = memory.sum()
loss.backward()
optimizer.step()
