"""The discriminator discriminators the fake again, detached from the generator that has stepped."""

import torch
from torch import nn
from torch.nn import functional as F

generator, critic = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 3)), nn.Linear(3, 1)
of_generator = torch.optim.Adam(generator.parameters())
of_critic = torch.optim.Adam(critic.parameters())
ones, zeros = torch.ones(5, 1), torch.zeros(5, 1)
for real in torch.randn(3, 5, 3):
    for _ in range(2):
        of_generator.zero_grad()
        fake = generator(torch.randn(5, 2))
        scored = critic(fake)
        F.binary_cross_entropy_with_logits(scored, ones).backward()
        of_generator.step()
    of_critic.zero_grad()
    scored = critic(fake.detach())
    loss = F.binary_cross_entropy_with_logits(scored, zeros) + F.binary_cross_entropy_with_logits(critic(real), ones)
    loss.backward()
    of_critic.step()
