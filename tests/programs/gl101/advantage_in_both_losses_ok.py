"""The advantage weighs the actor's log-probabilities detached."""

import torch
from torch import nn

actor, critic = nn.Linear(4, 2), nn.Linear(4, 1)
oa, oc = torch.optim.Adam(actor.parameters()), torch.optim.Adam(critic.parameters())
for _ in range(3):
    s, r = torch.randn(5, 4), torch.randn(5)
    dist = torch.distributions.Categorical(logits=actor(s))
    a = dist.sample()
    value = critic(s).squeeze(-1)
    advantage = r - value
    actor_loss = -(dist.log_prob(a) * advantage.detach()).mean()
    critic_loss = advantage.pow(2).mean()
    oa.zero_grad()
    oc.zero_grad()
    actor_loss.backward()
    critic_loss.backward()
    oa.step()
    oc.step()
