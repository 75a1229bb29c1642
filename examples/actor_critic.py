"""An actor that learns through a critic: the critic is changed before the actor's gradient has gone through it."""

import torch
from torch import nn

actor = nn.Sequential(nn.Linear(6, 32), nn.ReLU(), nn.Linear(32, 2), nn.Tanh())
critic = nn.Sequential(nn.Linear(8, 32), nn.ReLU(), nn.Linear(32, 1))
actor_optimizer = torch.optim.Adam(actor.parameters())
critic_optimizer = torch.optim.Adam(critic.parameters())


def update(states, actions, returns):
    critic_loss = (critic(torch.cat([states, actions], 1)) - returns).pow(2).mean()
    actor_loss = -critic(torch.cat([states, actor(states)], 1)).mean()

    critic_optimizer.zero_grad()
    critic_loss.backward()
    critic_optimizer.step()

    actor_optimizer.zero_grad()
    actor_loss.backward()
    actor_optimizer.step()


for _ in range(10):
    update(torch.randn(16, 6), torch.randn(16, 2), torch.randn(16, 1))
