"""The critic is in eval mode while its loss trains the generator; its score of the real images is only needed to train the critic."""

import torch
from torch import nn


def critic_loss(critic, real, fake, for_generator=False):
    if for_generator:
        critic.eval()
    else:
        critic.train()
    real_score = critic(real)
    fake_score = critic(fake)
    if for_generator:
        return -fake_score.mean()
    return fake_score.mean() - real_score.mean()


def train(critic, generator, steps):
    optimizers = [torch.optim.SGD(part.parameters(), lr=0.1) for part in (critic, generator)]
    for step in range(steps):
        trained = step % 2
        optimizers[trained].zero_grad()
        critic_loss(critic, torch.randn(4, 3), generator(torch.randn(4, 2)), bool(trained)).backward()
        optimizers[trained].step()


if __name__ == "__main__":
    eval("train")(nn.Linear(3, 1), nn.Linear(2, 3), 4)
