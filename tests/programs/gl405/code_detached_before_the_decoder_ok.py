"""The code is decoded with its graph, and the encoder learns."""

import torch
from torch import nn

encoder, decoder = nn.Linear(3, 4), nn.Linear(4, 3)
optimizer = torch.optim.SGD(encoder.parameters(), lr=0.1)
for _ in range(3):
    x = torch.randn(2, 3)
    code = encoder(x)
    loss = (decoder(code) - x).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
