"""The codes of an encoder are computed with grad mode enabled, so that their penalty trains it."""

import torch
from torch import nn

encoder, decoder = nn.Linear(6, 2), nn.Linear(2, 6)
optimizer = torch.optim.Adam([*encoder.parameters(), *decoder.parameters()])
for batch in range(4):
    x = torch.randn(8, 6)
    codes = encoder(x)
    loss = nn.functional.mse_loss(decoder(codes), x) + codes.square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
