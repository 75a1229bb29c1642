"""The samples of a distribution class of the program depend on the mean that its base class received."""

import torch
from torch import distributions, nn


class Shifted(distributions.Normal):
    def __init__(self, loc, scale, shift):
        super().__init__(loc, scale, validate_args=False)
        self.shift = shift

    def sample(self):
        return self.loc + self.shift + torch.randn(8, 2)


actor, critic = nn.Linear(3, 2), nn.Linear(2, 1)
optimizer = torch.optim.Adam(actor.parameters())
for _ in range(3):
    mean = actor(torch.randn(8, 3))
    action = Shifted(mean, torch.ones_like(mean), 0.1).sample()
    loss = -critic(action).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
