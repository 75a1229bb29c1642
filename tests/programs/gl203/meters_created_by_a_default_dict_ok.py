"""A defaultdict creates a meter for each name, and the meters collect numbers."""

from collections import defaultdict

import torch
from torch import nn


class Series:
    def __init__(self):
        self.points = []

    def add(self, value):
        self.points.append(value)

    @property
    def mean(self):
        return sum(float(point) for point in self.points) / len(self.points)


class Board:
    def __init__(self):
        self.series = defaultdict(Series)

    def put(self, **values):
        for name, value in values.items():
            self.series[name].add(value)


regressor = nn.Sequential(nn.Linear(5, 8), nn.GELU(), nn.Linear(8, 1))
optimizer = torch.optim.AdamW(regressor.parameters(), lr=1e-3)
board = Board()
for inputs in torch.randn(6, 4, 5):
    loss = nn.functional.smooth_l1_loss(regressor(inputs), inputs.sum(1, keepdim=True))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    board.put(loss=loss.item(), spread=inputs.std())
print({name: round(series.mean, 3) for name, series in board.series.items()})
