"""A critic is trained with a penalty on its slopes."""

import torch
from slope_penalties import slope_penalty
from torch import nn

critic = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))
optimizer = torch.optim.RMSprop(critic.parameters())
for batch in range(4):
    real, fake = torch.randn(6, 4), torch.randn(6, 4)
    loss = critic(fake).mean() - critic(real).mean()
    loss += 10.0 * slope_penalty(critic, real)  # ! GL406
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
