"""einsum with a constant saves the constant only, which stays as it is; the other tensor is changed."""

import torch
from torch import nn

model = nn.Linear(3, 9)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
weight = torch.ones(2, 3, 3)
place = torch.arange(3)
for batch in torch.randn(3, 2, 3):
    pooled = model(batch).view(2, 3, 3) * 1.5
    squares = torch.einsum("ijk,ijk->i", pooled, weight)
    pooled[:, place, place] = 0
    loss = squares.mean() + pooled.sum()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
