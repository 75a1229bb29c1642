"""A parameter is declared a class of which a subclass in the file has a layer."""

import torch
from torch import nn


class Objective(nn.Module):
    def forward(self, points: torch.Tensor) -> torch.Tensor:
        return points.square().sum(1)


class Learned(Objective):
    def __init__(self) -> None:
        super().__init__()
        self.layer = nn.Linear(3, 1)

    def forward(self, points: torch.Tensor) -> torch.Tensor:
        return self.layer(points)


def validate(objective: Objective, loader) -> float:
    objective.eval()
    total = 0.0
    for points in loader:
        total += objective(points).mean().item()  # ! GL301
    return total
