"""The fakes of the critic's step are made under no_grad."""

import torch
from torch import nn


class WassersteinGAN:
    def __init__(self):
        self.generator = nn.Sequential(nn.Linear(2, 6), nn.ReLU(), nn.Linear(6, 4))
        self.critic = nn.Sequential(nn.Linear(4, 6), nn.LeakyReLU(), nn.Linear(6, 1))
        self.generator_optimizer = torch.optim.RMSprop(self.generator.parameters(), lr=5e-5)
        self.critic_optimizer = torch.optim.RMSprop(self.critic.parameters(), lr=5e-5)

    def critic_step(self, real):
        self.critic_optimizer.zero_grad()
        with torch.no_grad():
            fake = self.generator(torch.randn(len(real), 2))
        (self.critic(fake).mean() - self.critic(real).mean()).backward()
        self.critic_optimizer.step()
        with torch.no_grad():
            for parameter in self.critic.parameters():
                parameter.clamp_(-0.01, 0.01)

    def generator_step(self, count):
        self.generator_optimizer.zero_grad()
        (-self.critic(self.generator(torch.randn(count, 2))).mean()).backward()
        self.generator_optimizer.step()


gan = WassersteinGAN()
for batch in torch.randn(2, 5, 4):
    for _ in range(2):
        gan.critic_step(batch)
    gan.generator_step(5)
