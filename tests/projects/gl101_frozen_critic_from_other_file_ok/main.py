"""The critic detaches its input, so that the generator's graph is needed once only."""

import torch
from critic import Critic

generator = torch.nn.Sequential(torch.nn.Linear(4, 4), torch.nn.Tanh())
critic = Critic(4)
fake = generator(torch.randn(3, 4))
critic(fake).sum().backward()
fake.sum().backward()
