"""The generator's loss is computed from detached samples, which its step shows; the samples that are only shown are another mistake."""

import torch
from torch import nn

generator, critic = nn.Linear(3, 2), nn.Linear(2, 1)
optimizer = torch.optim.SGD(generator.parameters(), lr=0.1)
critic_optimizer = torch.optim.SGD(critic.parameters(), lr=0.1)
for noise in torch.randn(3, 4, 3):
    samples = generator(noise)
    loss = -critic(samples.detach() * 0.5).mean()
    shown = generator(torch.ones(1, 3)).detach()  # ! GL304
    print(shown.mean().item())
    optimizer.zero_grad()
    critic_optimizer.zero_grad()
    loss.backward()
    optimizer.step()  # ! GL405
    critic_optimizer.step()
