"""autograd.grad with create_graph retains the graph anyway; saying so is a habit and no mistake."""

import torch
from torch import nn

critic = nn.Sequential(nn.Linear(3, 6), nn.Tanh(), nn.Linear(6, 1))
optimizer = torch.optim.Adam(critic.parameters(), lr=1e-4)
for real, fake in zip(torch.randn(2, 4, 3), torch.randn(2, 4, 3)):
    mixed = (0.5 * real + 0.5 * fake).requires_grad_()
    score = critic(mixed)
    slope = torch.autograd.grad(outputs=score, inputs=mixed, grad_outputs=torch.ones_like(score), create_graph=True, retain_graph=True)[0]
    penalty = (slope.norm(2, dim=1) - 1).pow(2).mean()
    loss = critic(fake).mean() - critic(real).mean() + 10 * penalty
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
