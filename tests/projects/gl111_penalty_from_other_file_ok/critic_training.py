"""The training script, which passes plain data to the penalty."""

import torch
from critic_penalty import penalty
from torch import nn

critic = nn.Sequential(nn.Linear(3, 8), nn.LeakyReLU(), nn.Linear(8, 1))
optimizer = torch.optim.Adam(critic.parameters())
for _ in range(3):
    real, fake = torch.randn(6, 3), torch.randn(6, 3)
    loss = critic(fake).mean() - critic(real).mean() + 10 * penalty(critic, real, fake)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
