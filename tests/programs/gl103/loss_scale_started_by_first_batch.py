"""The first batch starts a running scale of the loss; each further one computes it from its previous value, with its graph."""

import torch
from torch import nn

model = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
optimizer = torch.optim.Adam(model.parameters(), lr=0.001)
scale = None
for step in range(4):
    loss = nn.functional.mse_loss(model(torch.randn(6, 4)), torch.randn(6, 1))
    if scale is None:
        scale = loss
    else:
        scale = 0.9 * scale + 0.1 * loss
    optimizer.zero_grad()
    (loss / (1 + scale)).backward()  # ! GL103
    optimizer.step()
