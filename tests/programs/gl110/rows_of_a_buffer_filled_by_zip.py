"""Rows of a buffer are paired with outputs of a model by zip, and each output is copied into its row."""

import torch
from torch import nn

model = nn.Linear(3, 4)
optimizer = torch.optim.Adam(model.parameters())
batches = [torch.randn(3) for _ in range(5)]
table = torch.zeros(len(batches), 4)
for row, batch in zip(table, batches):
    row.copy_(model(batch))  # ! GL110
optimizer.zero_grad()
table.square().mean().backward()
optimizer.step()
