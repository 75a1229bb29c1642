"""Every episode has a list of its own, made by a default factory, but the state in the last one is carried over."""

from dataclasses import dataclass, field

import torch
from torch import nn


@dataclass
class Episode:
    number: int
    states: list = field(default_factory=lambda: [torch.zeros(1, 4)])


cell, episode = nn.GRUCell(3, 4), Episode(0)
for number in range(3):
    episode.states.append(cell(torch.randn(1, 3), episode.states[-1]))
    episode.states[-1].sum().backward()  # ! GL103
