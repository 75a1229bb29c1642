"""The optimizer of a critic that another program has trained only resets what the loss of the actor adds."""

import torch
from torch import nn

actor, critic = nn.Linear(3, 2), nn.Linear(2, 1)
actor_optimizer = torch.optim.SGD(actor.parameters(), lr=0.1)
critic_optimizer = torch.optim.SGD(critic.parameters(), lr=0.1)
for observation in torch.randn(4, 8, 3):
    loss = -critic(actor(observation)).mean()
    loss.backward()
    actor_optimizer.step()
    actor_optimizer.zero_grad()
    critic_optimizer.zero_grad()
