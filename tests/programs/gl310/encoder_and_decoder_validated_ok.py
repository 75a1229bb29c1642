"""Both modules are switched to eval mode for the validation."""

import torch
from torch import nn

encoder = nn.Sequential(nn.Linear(6, 8), nn.BatchNorm1d(8), nn.ReLU())
decoder = nn.Sequential(nn.Linear(8, 8), nn.Dropout(0.2), nn.Linear(8, 6))
optimizer = torch.optim.Adam([*encoder.parameters(), *decoder.parameters()])
images, validation_images = torch.randn(32, 6).split(8), torch.randn(16, 6).split(8)
for epoch in range(3):
    encoder.train()
    decoder.train()
    for batch in images:
        loss = nn.functional.mse_loss(decoder(encoder(batch)), batch)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    encoder.eval()
    decoder.eval()
    errors = []
    with torch.inference_mode():
        for batch in validation_images:
            errors.append(nn.functional.mse_loss(decoder(encoder(batch)), batch).item())
    print(max(errors))
