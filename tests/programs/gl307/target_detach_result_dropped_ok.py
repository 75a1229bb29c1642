"""The target of the loss is the detached one."""

import torch
import torch.nn.functional as F
from torch import nn


class TwoViews:
    def __init__(self):
        self.encoder = nn.Sequential(nn.Linear(5, 6), nn.Tanh(), nn.Linear(6, 3))
        self.optimizer = torch.optim.SGD(self.encoder.parameters(), lr=0.1)

    def update(self, view, other):
        said, goal = self.encoder(view), self.encoder(other)
        spread = torch.relu(1 - goal.std(dim=0)).mean()
        loss = F.mse_loss(said, goal.detach()) + spread
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()


learner = TwoViews()
for view in torch.randn(3, 4, 5):
    learner.update(view, view + 0.1 * torch.randn(4, 5))
