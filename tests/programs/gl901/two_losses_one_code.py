"""The first of two backwards keeps the graph under the keyword that PyTorch has removed."""

import torch
from torch import nn

encoder, decoder, discriminator = nn.Linear(4, 2), nn.Linear(2, 4), nn.Linear(2, 1)
optimizer = torch.optim.Adam([*encoder.parameters(), *decoder.parameters(), *discriminator.parameters()])
for batch in torch.randn(2, 5, 4):
    code = torch.sigmoid(encoder(batch))
    restoration, score = (decoder(code) - batch).pow(2).mean(), discriminator(code).abs().mean()
    optimizer.zero_grad()
    restoration.backward(retain_variables=True)  # ! GL901
    score.backward()
    optimizer.step()
