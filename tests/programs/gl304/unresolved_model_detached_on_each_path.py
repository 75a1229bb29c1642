"""The model is unresolved. It is the same model on both paths, and each detaches its output."""

import sys

import torch
from torch import nn

torch.manual_seed(0)
globals().update(model=nn.Linear(3, 3))
critic = nn.Linear(3, 1)
critic_optimizer = torch.optim.SGD(critic.parameters(), lr=0.1)


def update(images, models_turn):
    if not models_turn:
        critic_optimizer.zero_grad()
    made = model(images)  # ! GL304
    if models_turn:
        critic(made.detach() / 2).mean().backward()
        print([weight.shape for weight in model.parameters()])
    else:
        made.detach_()
        critic(made).mean().backward()
        critic_optimizer.step()


update(torch.randn(4, 3), "--critic" not in sys.argv)
