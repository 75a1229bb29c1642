"""Rows of a buffer are paired with outputs of a model by their index, and each output is copied into its row."""

import torch
from torch import nn

model = nn.Linear(3, 4)
optimizer = torch.optim.Adam(model.parameters())
batches = [torch.randn(3) for _ in range(5)]
table = torch.zeros(len(batches), 4)
for index, batch in enumerate(batches):
    table[index].copy_(model(batch))
optimizer.zero_grad()
table.square().mean().backward()
optimizer.step()
