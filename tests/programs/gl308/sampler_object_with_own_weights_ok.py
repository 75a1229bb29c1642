"""The generator is not a module but an object with weights, and the critic gets its sample detached."""

import torch


class Sampler:
    def __init__(self, size):
        self.scale = torch.ones(size, requires_grad=True)
        self.shift = torch.zeros(size, requires_grad=True)

    def sample(self, count):
        return torch.tanh(torch.randn(count, len(self.scale)) * self.scale + self.shift)


sampler = Sampler(3)
critic = torch.nn.Linear(3, 1)
sampler_optimizer = torch.optim.RMSprop([sampler.scale, sampler.shift], lr=0.01)
critic_optimizer = torch.optim.RMSprop(critic.parameters(), lr=0.01)
for real in torch.randn(4, 8, 3):
    sampler_optimizer.zero_grad()
    critic_optimizer.zero_grad()
    fake = sampler.sample(len(real)).detach()
    (critic(fake).mean() - critic(real).mean()).backward()
    critic_optimizer.step()

    sampler_optimizer.zero_grad()
    critic_optimizer.zero_grad()
    (-critic(sampler.sample(8)).mean()).backward()
    sampler_optimizer.step()
