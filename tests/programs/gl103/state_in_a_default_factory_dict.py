"""The dataclass makes its dict with a default factory, and the dict carries the recurrent state with its graph."""

from dataclasses import dataclass, field

import torch
from torch import nn


@dataclass
class Memory:
    size: int
    states: dict = field(default_factory=dict)

    def read(self, name, batch):
        return self.states.get(name, torch.zeros(batch, self.size))


cell, memory = nn.GRUCell(3, 4), Memory(4)
for _ in range(3):
    hidden = cell(torch.randn(2, 3), memory.read("encoder", 2))
    memory.states["encoder"] = hidden
    hidden.pow(2).sum().backward()  # ! GL103
