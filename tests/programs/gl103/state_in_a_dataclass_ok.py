"""Both of them are detached."""

from dataclasses import dataclass, replace

import torch
from torch import nn


@dataclass(frozen=True)
class State:
    hidden: torch.Tensor
    cell: torch.Tensor
    steps: int = 0


lstm = nn.LSTMCell(2, 3)


def advance(signal, state):
    hidden, cell = lstm(signal, (state.hidden, state.cell))
    return State(hidden, cell, state.steps + 1)


optimizer = torch.optim.SGD(lstm.parameters(), lr=0.2)
state = State(torch.zeros(1, 3), torch.zeros(1, 3))
for signal in torch.randn(4, 1, 2):
    state = advance(signal, state)
    optimizer.zero_grad()
    state.hidden.pow(2).sum().backward()
    optimizer.step()
    state = replace(state, hidden=state.hidden.detach(), cell=state.cell.detach())
