"""The sum of the two losses is only printed, and the name is bound again in every iteration: nothing grows."""

import torch
from torch import nn

discriminator = nn.Linear(4, 1)
optimizer = torch.optim.Adam(discriminator.parameters(), lr=2e-4)
for number, (real, fake) in enumerate(zip(torch.randn(4, 3, 4), torch.rand(4, 3, 4))):
    discriminator.zero_grad()
    error_real = -discriminator(real).mean()
    error_real.backward()
    error_fake = discriminator(fake).mean()
    error_fake.backward()
    optimizer.step()
    error = error_real + error_fake
    print(f"{number}: {error.item():.4f}")
