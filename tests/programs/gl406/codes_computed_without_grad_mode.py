"""The codes of an encoder are computed under `no_grad`, so that their penalty trains nothing, and no other term trains the encoder."""

import torch
from torch import nn

encoder, decoder = nn.Linear(6, 2), nn.Linear(2, 6)
optimizer = torch.optim.Adam([*encoder.parameters(), *decoder.parameters()])
for batch in range(4):
    x = torch.randn(8, 6)
    with torch.no_grad():
        codes = encoder(x)
    loss = nn.functional.mse_loss(decoder(codes), x) + codes.square().mean()  # ! GL406
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
