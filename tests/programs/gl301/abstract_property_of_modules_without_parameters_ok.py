"""An abstract property returns a module of a declared class without parameters."""

from abc import ABC, abstractmethod

import torch
from torch import nn


class Objective(nn.Module):
    def forward(self, points: torch.Tensor) -> torch.Tensor:
        return points.square().sum(1)


class Cases(ABC):
    @property
    @abstractmethod
    def objectives(self) -> list[Objective]: ...

    def test_shapes(self) -> None:
        for objective in self.objectives:
            objective.eval()
            print(objective(torch.rand(4, 2)).shape)
            print(objective(torch.rand(4, 2)).tolist())
