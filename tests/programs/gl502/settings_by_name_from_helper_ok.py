"""The helper returns settings for each name and the caller accepts only the second one; gradients are reset after the step."""

import torch
from torch import nn


class Settings:
    def __init__(self, width, rate):
        self.width, self.rate = width, rate


def settings_of(name):
    if name == "small":
        return Settings(4, 0.1)
    if name == "large":
        return Settings(16, 0.01)
    raise ValueError(name)


def train(name, batches):
    settings = settings_of(name)
    if name != "large":
        raise ValueError("only the large network is trained")
    net = nn.Sequential(nn.Linear(3, settings.width), nn.ReLU(), nn.Linear(settings.width, 1))
    optimizer = torch.optim.SGD(net.parameters(), lr=settings.rate)
    for x in batches:
        net(x).pow(2).mean().backward()
        optimizer.step()
        optimizer.zero_grad()


if __name__ == "__main__":
    import os

    train(os.environ.get("NETWORK", "large"), torch.randn(4, 5, 3))
