"""The discriminator's loss depends on a fake of the generator that has stepped; its own optimizer would have got gradients from it."""

import torch
from torch import nn
from torch.nn import functional as F

generator, critic = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 3)), nn.Linear(3, 1)
of_generator = torch.optim.Adam(generator.parameters())
of_critic = torch.optim.Adam(critic.parameters())
ones, zeros = torch.ones(5, 1), torch.zeros(5, 1)
for real in torch.randn(3, 5, 3):
    for _ in range(2):
        of_generator.zero_grad()
        scores = critic(generator(torch.randn(5, 2)))
        F.binary_cross_entropy_with_logits(scores, ones).backward(retain_graph=True)
        of_generator.step()
    of_critic.zero_grad()
    loss = F.binary_cross_entropy_with_logits(scores, zeros) + F.binary_cross_entropy_with_logits(critic(real), ones)
    loss.backward()  # ! GL104
    of_critic.step()
