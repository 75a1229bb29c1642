"""The critic reads the fake wrapped from its data, the old spelling of detach; the generator learns from the same forward call."""

import torch
from torch import nn
from torch.autograd import Variable

generator, critic = nn.Linear(3, 4), nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))
generator_steps = torch.optim.RMSprop(generator.parameters(), lr=0.01)
critic_steps = torch.optim.RMSprop(critic.parameters(), lr=0.01)
for real in torch.randn(3, 6, 4):
    fake = generator(torch.randn(6, 3))
    critic_steps.zero_grad()
    error = critic(Variable(fake.data)).mean() - critic(real).mean()
    error.backward()
    critic_steps.step()
    generator_steps.zero_grad()
    (-critic(fake).mean()).backward()
    generator_steps.step()
