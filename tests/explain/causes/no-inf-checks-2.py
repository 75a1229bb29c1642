"""The scaled loss does not reach the parameters of the optimizer."""

import torch
from torch import nn

encoder, head = nn.Linear(4, 3), nn.Linear(3, 1)
optimizer = torch.optim.SGD(encoder.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu")
features = encoder(torch.randn(8, 4)).detach()
scaler.scale(head(features).mean()).backward()
scaler.step(optimizer)  # raises
scaler.update()
