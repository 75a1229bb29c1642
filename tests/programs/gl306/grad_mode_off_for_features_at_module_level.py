"""The script switches grad mode off to make its features, and trains with it off a few lines further down."""

import torch
from torch import nn

torch.manual_seed(0)
encoder = nn.Sequential(nn.Linear(5, 4), nn.Tanh())
torch.set_grad_enabled(False)  # ! GL306
features = encoder(torch.randn(8, 5))
head = nn.Linear(4, 1)
optimizer = torch.optim.Adam(head.parameters())
for _ in range(2):
    loss = head(features).abs().mean()
    optimizer.zero_grad()
    loss.backward()  # ! GL107
    optimizer.step()
