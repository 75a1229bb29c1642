"""The model is the same in its own updates, which backpropagate its output, and in the critic's, which detach it."""

import sys

import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
globals().update(model=nn.Linear(3, 3))
critic = nn.Linear(3, 1)
critic_optimizer = torch.optim.SGD(critic.parameters(), lr=0.1)


def update(images, models_turn):
    if not models_turn:
        critic_optimizer.zero_grad()
    made = model(images)
    if models_turn:
        F.mse_loss(made, images).backward()
        with torch.no_grad():
            for weight in model.parameters():
                weight -= 0.1 * weight.grad
                weight.grad = None
    else:
        made.detach_()
        critic(made).mean().backward()
        critic_optimizer.step()


update(torch.randn(4, 3), "--critic" not in sys.argv)
