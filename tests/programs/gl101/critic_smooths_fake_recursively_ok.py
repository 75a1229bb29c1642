"""The critic detaches the fake on request at the end of a recursion that is too deep to analyze."""

import torch
from torch import nn


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def forward(self, x, fixed=False):
        return self.smooth(x, 3, fixed)

    def smooth(self, x, rounds, fixed):
        if rounds > 0:
            return self.smooth(x / 2, rounds - 1, fixed)
        return torch.tanh(self.layer(x.detach() if fixed else x))


generator = nn.Sequential(nn.Linear(3, 4), nn.Tanh())
critic = Critic()
critic_optimizer = torch.optim.Adam(critic.parameters())
generator_optimizer = torch.optim.Adam(generator.parameters())

for _ in range(3):
    fake = generator(torch.randn(2, 3))
    critic_optimizer.zero_grad()
    critic(fake, fixed=True).mean().backward()
    critic_optimizer.step()
    generator_optimizer.zero_grad()
    (-critic(fake)).mean().backward()
    generator_optimizer.step()
