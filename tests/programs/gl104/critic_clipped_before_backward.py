"""The critic's weights are clipped in place between the forward pass and the backward that needs their old values."""

import torch
from torch import nn


def clip_weights(module, c):
    with torch.no_grad():
        for p in module.parameters():
            p.clamp_(-c, c)


critic = nn.Sequential(nn.Linear(5, 12), nn.ReLU(), nn.Linear(12, 12), nn.ReLU(), nn.Linear(12, 1))
optimizer = torch.optim.RMSprop(critic.parameters(), lr=5e-5)
for real, noise in zip(torch.randn(3, 8, 5), torch.rand(3, 8, 5)):
    optimizer.zero_grad()
    loss = critic(noise).mean() - critic(real).mean()
    clip_weights(critic, 0.01)
    loss.backward()  # ! GL104
    optimizer.step()
