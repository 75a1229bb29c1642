"""The gradient penalty of a critic is computed from a gradient without `create_graph`, and trains nothing."""

import torch
from torch import nn


def gradient_penalty(critic, real, fake):
    mix = torch.rand(real.size(0), 1)
    points = (mix * real + (1 - mix) * fake).requires_grad_(True)
    scores = critic(points)
    gradient = torch.autograd.grad(outputs=scores, inputs=points, grad_outputs=torch.ones_like(scores))[0]
    return ((gradient.norm(2, dim=1) - 1) ** 2).mean()


critic = nn.Sequential(nn.Linear(4, 8), nn.LeakyReLU(), nn.Linear(8, 1))
optimizer = torch.optim.Adam(critic.parameters(), lr=1e-3)
for batch in range(4):
    real, fake = torch.randn(6, 4), torch.randn(6, 4)
    optimizer.zero_grad()
    loss = critic(fake).mean() - critic(real).mean() + 10 * gradient_penalty(critic, real, fake)  # ! GL406
    loss.backward()
    optimizer.step()
