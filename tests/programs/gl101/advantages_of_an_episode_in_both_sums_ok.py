"""The advantages of an episode weigh the log-probabilities detached."""

import torch
from torch import nn

actor, critic = nn.Linear(4, 2), nn.Linear(4, 1)
opt = torch.optim.Adam([*actor.parameters(), *critic.parameters()])
for _ in range(3):
    opt.zero_grad()
    pis, vs = [], []
    for _ in range(3):
        s, r = torch.randn(4), 1.0
        p = torch.softmax(actor(s), -1)
        a = torch.multinomial(p, 1)
        adv = r - critic(s)
        pis.append(torch.log(p[a]) * adv.detach())
        vs.append(adv.pow(2))
    sum(vs).sum().backward()
    (-sum(pis)).sum().backward()
    opt.step()
