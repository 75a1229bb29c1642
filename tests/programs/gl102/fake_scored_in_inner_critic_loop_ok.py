"""The fake for the critic is made without a graph."""

import torch
from torch import nn

artist = nn.Sequential(nn.Linear(3, 6), nn.Tanh(), nn.Linear(6, 4))
critic = nn.Sequential(nn.Linear(4, 6), nn.ReLU(), nn.Linear(6, 1))
artist_optimizer = torch.optim.RMSprop(artist.parameters())
critic_optimizer = torch.optim.RMSprop(critic.parameters())
for real in torch.randn(2, 5, 4):
    with torch.no_grad():
        fake = artist(torch.randn(5, 3))
    for _ in range(5):
        critic_optimizer.zero_grad()
        distance = critic(fake).mean() - critic(real).mean()
        distance.backward()
        critic_optimizer.step()
    artist_optimizer.zero_grad()
    (-critic(artist(torch.randn(5, 3))).mean()).backward()
    artist_optimizer.step()
