"""An unknown integer selects a row as a known one does: the terms of the sum are single elements."""

import torch
from torch import nn

layer = nn.Linear(4, 6)
optimizer = torch.optim.Adam(layer.parameters())
count = torch.tensor([3, 8, 5]).max().item()
for _ in range(3):
    scores = layer(torch.randn(8, 4)).log_softmax(dim=1)
    loss = 0
    for row in range(count):
        loss += -scores[row][0]
    optimizer.zero_grad()
    (loss / count).backward()
    optimizer.step()
