"""The network copies tensors as it converts arrays: its output depends on no points."""

import numpy as np
import torch
from torch import nn


class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(2, 1)

    def forward(self, points):
        if torch.is_tensor(points):
            points = torch.from_numpy(points.detach().numpy()).float()
        return self.layer(points)


network = Network()
predicted = network(torch.zeros(4, 2))
points = torch.rand(4, 2).clone()
points.requires_grad = True
values = network(points)
slope = torch.autograd.grad(values, points, torch.ones(4, 1), create_graph=True)[0]  # ! GL111
(slope.pow(2).mean() + values.mean()).backward()
