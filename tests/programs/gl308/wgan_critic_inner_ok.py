"""The critic's samples are made under no_grad."""

import torch
from torch import nn

gen, critic = nn.Linear(3, 5), nn.Sequential(nn.Linear(5, 8), nn.ReLU(), nn.Linear(8, 1))
gopt = torch.optim.RMSprop(gen.parameters(), lr=5e-5)
copt = torch.optim.RMSprop(critic.parameters(), lr=5e-5)
for it in range(3):
    for _ in range(2):
        copt.zero_grad()
        with torch.no_grad():
            made = gen(torch.randn(4, 3))
        loss_c = critic(made).mean() - critic(torch.randn(4, 5)).mean()
        loss_c.backward()
        copt.step()
    gopt.zero_grad()
    (-critic(gen(torch.randn(4, 3))).mean()).backward()
    gopt.step()
