"""The code is detached before it is decoded, so the encoder learns nothing: that its graph is detached is the same mistake."""

import torch
from torch import nn

encoder, decoder = nn.Linear(3, 4), nn.Linear(4, 3)
optimizer = torch.optim.SGD(encoder.parameters(), lr=0.1)
for _ in range(3):
    x = torch.randn(2, 3)
    code = encoder(x).detach()
    loss = (decoder(code) - x).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()  # ! GL405
