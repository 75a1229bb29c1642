"""Both parts are switched to eval mode, and neither is switched back."""

import torch
from torch import nn


encoder = nn.Sequential(nn.Linear(6, 4), nn.BatchNorm1d(4))
decoder = nn.Sequential(nn.Linear(4, 6), nn.Dropout(0.1))
parameters = list(encoder.parameters()) + list(decoder.parameters())
optimizer = torch.optim.Adam(parameters, lr=1e-3)
losses = []
for epoch in range(4):
    for batch in torch.randn(4, 8, 6):
        loss = nn.functional.mse_loss(decoder(encoder(batch)), batch)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    for part in (encoder, decoder):
        part.eval()  # ! GL309
    with torch.no_grad():
        held_out = torch.randn(8, 6)
        losses.append(nn.functional.mse_loss(decoder(encoder(held_out)), held_out).item())
print(losses)
