"""A scaler for two optimizers steps one of them twice, and the other never."""

import torch
from torch import nn

actor, critic = nn.Linear(3, 2), nn.Linear(3, 1)
actor_optimizer = torch.optim.SGD(actor.parameters(), lr=0.1)
critic_optimizer = torch.optim.SGD(critic.parameters(), lr=0.1)
scaler = torch.amp.GradScaler("cpu")
for observation in torch.randn(3, 8, 3):
    actor_optimizer.zero_grad()
    critic_optimizer.zero_grad()
    loss = actor(observation).pow(2).mean() + critic(observation).pow(2).mean()
    scaler.scale(loss).backward()
    scaler.step(critic_optimizer)
    scaler.step(critic_optimizer)  # ! GL507
    scaler.update()
