"""The critic is not trained here: its optimizer resets what the loss of the generator adds to its gradients."""

import torch
from torch import nn

generator, critic = nn.Linear(2, 3), nn.Linear(3, 1)
opt_g = torch.optim.SGD(generator.parameters(), lr=0.1)
opt_d = torch.optim.SGD(critic.parameters(), lr=0.1)
for noise in torch.randn(3, 8, 2):
    opt_g.zero_grad()
    opt_d.zero_grad()
    loss = -critic(generator(noise)).mean()
    loss.backward()
    opt_g.step()
