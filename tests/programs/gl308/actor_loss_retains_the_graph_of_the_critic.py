"""The actor's loss backpropagates through the advantage into the critic, and retains the graph for the critic's own loss."""

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
    actor_loss = -(dist.log_prob(a) * advantage).mean()
    critic_loss = advantage.pow(2).mean()
    oa.zero_grad()
    actor_loss.backward(retain_graph=True)  # ! GL308
    oa.step()
    oc.zero_grad()
    critic_loss.backward()
    oc.step()
