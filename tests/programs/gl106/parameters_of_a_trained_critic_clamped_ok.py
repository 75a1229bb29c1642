"""The function that updates a received critic clamps its parameters under no_grad."""

import torch
from torch import nn


def update(critic: nn.Module, optimizer: torch.optim.Optimizer, real, fake, bound=0.01):
    optimizer.zero_grad()
    loss = critic(fake).mean() - critic(real).mean()
    loss.backward()
    optimizer.step()
    with torch.no_grad():
        for parameter in critic.parameters():
            parameter.clamp_(-bound, bound)
    return loss.item()


critic = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1))
eval("update")(critic, torch.optim.RMSprop(critic.parameters()), torch.randn(4, 3), torch.randn(4, 3))
