"""The criterion is an argument and returns several losses; the reset before the step discards their gradients."""

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
        loss.backward()
        optimizer.zero_grad()  # ! GL502
        optimizer.step()
        of_critic.step()
        of_critic.zero_grad()


def both(output, score):
    return output.pow(2).mean(), score.mean()


hidden = eval
hidden("fit")(both, [torch.randn(2, 3) for _ in range(4)])
