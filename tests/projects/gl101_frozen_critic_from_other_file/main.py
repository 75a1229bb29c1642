"""The critic's graph reaches the generator, although its own parameters are frozen where it is made."""

import torch
from critic import Critic

generator = torch.nn.Sequential(torch.nn.Linear(4, 4), torch.nn.Tanh())
critic = Critic(4).requires_grad_(False)
fake = generator(torch.randn(3, 4))
critic(fake).sum().backward()
fake.sum().backward()  # ! GL101
