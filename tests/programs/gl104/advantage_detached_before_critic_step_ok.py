"""The advantage is detached: the actor's graph saved no weight of the critic, and the critic may step first."""

import torch
from torch import nn
from torch.distributions import Normal

actor, critic = nn.Linear(3, 1), nn.Sequential(nn.Linear(3, 6), nn.ReLU(), nn.Linear(6, 1))
actor_optimizer = torch.optim.Adam(actor.parameters(), lr=1e-3)
critic_optimizer = torch.optim.Adam(critic.parameters(), lr=1e-3)
for observations in torch.randn(3, 5, 3):
    force = Normal(actor(observations), 0.5)
    log_prob = force.log_prob(force.sample())
    advantage = torch.randn(5, 1) - critic(observations)
    actor_loss = -(log_prob * advantage.detach()).mean()
    critic_loss = advantage.pow(2).mean()
    critic_optimizer.zero_grad()
    critic_loss.backward()
    critic_optimizer.step()
    actor_optimizer.zero_grad()
    actor_loss.backward()
    actor_optimizer.step()
