"""The criterion is an argument and returns several losses; each optimizer is reset before the backward pass that it uses."""

import torch
from torch import nn


def fit(criterion, loader):
    images = torch.zeros(2, 3, requires_grad=True)
    model, critic = nn.Linear(3, 2), nn.Linear(2, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    of_critic = torch.optim.SGD(critic.parameters(), lr=0.1)
    for batch in loader:
        images.data.copy_(batch)
        output = model(images)
        first, second = criterion(output, critic(output))
        loss = first + second
        of_critic.zero_grad()
        loss.backward()
        of_critic.step()
        optimizer.zero_grad()
        first, second = criterion(model(images), critic(model(images)))
        (first - second).backward()
        optimizer.step()


def both(output, score):
    return output.pow(2).mean(), score.mean()


hidden = eval
hidden("fit")(both, [torch.randn(2, 3) for _ in range(4)])
