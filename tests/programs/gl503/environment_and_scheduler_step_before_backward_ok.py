"""env.step and scheduler.step stand between forward and backward, and neither changes a weight."""

import torch
from torch import nn


class Pendulum:
    def __init__(self):
        self.angle = 0.1

    def step(self, push):
        self.angle += 0.1 * push
        return torch.tensor([[self.angle]])


policy = nn.Sequential(nn.Linear(1, 4), nn.Tanh(), nn.Linear(4, 1))
optimizer = torch.optim.SGD(policy.parameters(), lr=0.1)
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, step_size=2)
env = Pendulum()
observation = torch.zeros(1, 1)
for _ in range(4):
    push = policy(observation)
    loss = (push + observation).pow(2).sum()
    observation = env.step(push.item())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    scheduler.step()
