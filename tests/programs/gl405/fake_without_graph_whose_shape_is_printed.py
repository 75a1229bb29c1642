"""The fake is made under no_grad, and its shape and its numbers are printed: a fix detaches neither."""

import torch
from torch import nn

generator, discriminator = nn.Linear(2, 3), nn.Linear(3, 1)
optimizer = torch.optim.SGD(generator.parameters(), lr=0.1)
discriminator_optimizer = torch.optim.SGD(discriminator.parameters(), lr=0.1)
for batch in range(3):
    with torch.no_grad():
        fake = generator(torch.randn(8, 2))
    print(fake.shape, fake.detach().numpy().mean())
    discriminator_optimizer.zero_grad()
    discriminator(fake).mean().backward()
    discriminator_optimizer.step()
    optimizer.zero_grad()
    loss = -discriminator(fake).mean()
    loss.backward()
    optimizer.step()  # ! GL405
