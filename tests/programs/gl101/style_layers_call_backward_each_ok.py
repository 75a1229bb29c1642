"""The losses of the layers are added and backpropagated together."""

import torch
import torch.nn.functional as F
from torch import nn


class Listening(nn.Module):
    def __init__(self, goal):
        super().__init__()
        self.goal = goal
        self.loss = None

    def forward(self, features):
        self.loss = F.mse_loss(features, self.goal)
        return features

    def walk(self):
        return self.loss


listeners = [Listening(torch.zeros(1, 2, 6, 6)), Listening(torch.ones(1, 2, 4, 4))]
network = nn.Sequential(nn.Conv2d(1, 2, 3), listeners[0], nn.ReLU(), nn.Conv2d(2, 2, 3), listeners[1])
network.requires_grad_(False)
picture = torch.rand(1, 1, 8, 8, requires_grad=True)
optimizer = torch.optim.Adam([picture], lr=0.05)
for _ in range(2):
    optimizer.zero_grad()
    network(picture)
    total = sum(listener.walk() for listener in listeners)
    total.backward()
    print(total.item())
    optimizer.step()
