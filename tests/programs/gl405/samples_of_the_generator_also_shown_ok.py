"""The loss reaches the generator, and what is only shown is generated without grad mode."""

import torch
from torch import nn

generator, critic = nn.Linear(3, 2), nn.Linear(2, 1)
optimizer = torch.optim.SGD(generator.parameters(), lr=0.1)
critic_optimizer = torch.optim.SGD(critic.parameters(), lr=0.1)
for noise in torch.randn(3, 4, 3):
    samples = generator(noise)
    loss = -critic(samples * 0.5).mean()
    with torch.no_grad():
        shown = generator(torch.ones(1, 3))
    print(shown.mean().item())
    optimizer.zero_grad()
    critic_optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    critic_optimizer.step()
