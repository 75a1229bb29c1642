"""The penalty of the critic differentiates mixtures made of data that require grad themselves; the generator is trained in vain."""

import torch
from torch import nn

generator, critic = nn.Linear(2, 3), nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
generator_optimizer = torch.optim.SGD(generator.parameters(), lr=0.1)
critic_optimizer = torch.optim.SGD(critic.parameters(), lr=0.1)
for real in torch.randn(3, 8, 3):
    fake = generator(torch.randn(8, 2))
    share = torch.rand(8, 1)
    mixed = (share * real + (1 - share) * fake.data).requires_grad_()
    slope = torch.autograd.grad(critic(mixed).sum(), mixed, create_graph=True)[0]
    loss = critic(fake).mean() - critic(real).mean() + (slope.norm(dim=1) - 1).pow(2).mean()
    critic_optimizer.zero_grad()
    loss.backward()  # ! GL308
    critic_optimizer.step()
    generator_optimizer.zero_grad()
    (-critic(generator(torch.randn(8, 2))).mean()).backward()
    generator_optimizer.step()
