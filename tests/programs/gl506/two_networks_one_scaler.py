"""Of two optimizers, none is unscaled before the gradients of the generator are clipped."""

import torch
from torch import nn

generator, critic = nn.Linear(2, 3), nn.Linear(3, 1)
opt_g = torch.optim.Adam(generator.parameters(), lr=1e-4)
opt_c = torch.optim.Adam(critic.parameters(), lr=1e-4)
scaler = torch.amp.GradScaler("cpu")
for real in torch.randn(5, 4, 3):
    fake = generator(torch.randn(4, 2))
    opt_c.zero_grad()
    scaler.scale(critic(fake.detach()).mean() - critic(real).mean()).backward()
    scaler.step(opt_c)
    opt_g.zero_grad()
    scaler.scale(-critic(fake).mean()).backward()
    nn.utils.clip_grad_norm_(generator.parameters(), 1.0)  # ! GL506
    scaler.step(opt_g)
    scaler.update()
