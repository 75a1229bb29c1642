"""The policy's loss is computed and left out of backward, so that the actor's step never finds a gradient."""

import torch
from torch import nn

actor, critic = nn.Linear(3, 2), nn.Linear(3, 1)
a_opt = torch.optim.Adam(actor.parameters())
c_opt = torch.optim.Adam(critic.parameters())
for s in torch.randn(3, 6, 3):
    dist = torch.distributions.Categorical(logits=actor(s))
    act = dist.sample()
    adv = torch.randn(6) - critic(s).squeeze(1)
    value_loss = adv.pow(2).mean()
    policy_loss = -(dist.log_prob(act) * adv.detach()).mean()
    a_opt.zero_grad()
    c_opt.zero_grad()
    value_loss.backward()
    a_opt.step()  # ! GL405
    c_opt.step()
