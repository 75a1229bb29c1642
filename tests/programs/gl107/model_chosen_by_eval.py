"""Whatever model `eval` chooses, its outputs under `no_grad` have no graph."""

import sys

import torch
from torch import nn

model = eval(sys.argv[1] if len(sys.argv) > 1 else "nn").Linear(3, 1)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
with torch.no_grad():
    output = model.forward(torch.randn(4, 3))
loss = nn.functional.mse_loss(output, torch.randn(4, 1))
optimizer.zero_grad()
loss.backward()  # ! GL107
optimizer.step()
