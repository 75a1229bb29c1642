"""The step leaves out an argument of the generator: Python refuses the call before anything is detached."""

import torch
from torch import nn


class Generator(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 3)

    def forward(self, x, styles):
        return self.layer(x) + styles


class Trainer:
    def __init__(self):
        self.generator = Generator()
        self.critic = nn.Linear(3, 1)
        self.optimizer = torch.optim.SGD(self.critic.parameters(), lr=0.1)

    def step(self, real, styles):
        fake = self.generator(real).detach()
        loss = self.critic(fake).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()


def main():
    trainer = eval("Trainer")()
    try:
        eval("trainer.step(torch.randn(6, 4), torch.randn(6, 3))")
    except TypeError as error:
        print(error)


main()
