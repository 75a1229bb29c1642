"""The annotation of a parameter takes nothing away from what the constructor's caller shows."""

import torch
from torch import nn


class Critic(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.score = nn.Linear(4, 1)

    def smooth(self, images):
        return 0.9 * images

    def forward(self, images):
        return self.score(images)


class Trainer:
    def __init__(self, generator: nn.Module, critic: nn.Module) -> None:
        self.generator = generator
        self.critic = critic
        self.optimizer = torch.optim.Adam(critic.parameters())

    def train(self, batches) -> None:
        for noise in batches:
            fake = self.critic.smooth(self.generator(noise)).detach()  # ! GL304
            self.optimizer.zero_grad()
            self.critic(fake).mean().backward()
            self.optimizer.step()


def run() -> None:
    trainer = Trainer(nn.Linear(4, 4), Critic())
    trainer.train([torch.randn(2, 4) for _ in range(2)])


run()
