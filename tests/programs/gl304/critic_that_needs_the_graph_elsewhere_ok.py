"""Of two callers, one passes a critic that backpropagates through the images before they are detached."""

import torch
from torch import nn


class Critic(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.score = nn.Linear(4, 1)

    def prepare(self, images):
        return images * 2

    def forward(self, images):
        return self.score(images)


class TeachingCritic(Critic):
    def prepare(self, images):
        self.score(images).mean().backward()
        return images


def train(generator: nn.Linear, critic, batches):
    optimizer = torch.optim.Adam([*critic.parameters(), *generator.parameters()])
    for noise in batches:
        optimizer.zero_grad()
        fake = critic.prepare(generator(noise)).detach()
        critic(fake).mean().backward()
        optimizer.step()


def main():
    batches = [torch.randn(2, 4) for _ in range(2)]
    train(nn.Linear(4, 4), Critic(), batches)
    train(nn.Linear(4, 4), TeachingCritic(), batches)


main()
