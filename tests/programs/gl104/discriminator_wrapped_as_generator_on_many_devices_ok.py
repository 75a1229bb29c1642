"""The generator is replaced by the discriminator only where a device equals a string, which it never does."""

import torch
from torch import nn

device = torch.device("cuda:0" if torch.cuda.is_available() else "cpu")
generator, discriminator = nn.Linear(2, 2).to(device), nn.Linear(2, 2).to(device)
if device == "cuda":
    generator = discriminator
optimizer = torch.optim.Adam(discriminator.parameters())
other = torch.optim.Adam(generator.parameters())
for _ in range(2):
    fake = generator(torch.randn(3, 2, device=device))
    discriminator.zero_grad()
    discriminator(fake.detach()).pow(2).mean().backward()
    optimizer.step()
    generator.zero_grad()
    discriminator(fake).pow(2).mean().backward()
    other.step()
