"""The annotations name an LSTM cell, whose state is carried over each backward pass."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

if TYPE_CHECKING:
    from torch import nn
    from torch.optim import Optimizer


def follow(cell: nn.LSTMCell, out: nn.Linear, opt: Optimizer, track: torch.Tensor) -> None:
    h, c = torch.zeros(1, cell.hidden_size), torch.zeros(1, cell.hidden_size)
    for now, then in zip(track[:-1], track[1:], strict=True):
        h, c = cell(now[None], (h, c))
        loss = (out(h) - then).square().mean()
        opt.zero_grad()
        loss.backward()  # ! GL103
        opt.step()


cell, out = torch.nn.LSTMCell(2, 3), torch.nn.Linear(3, 2)
eval("follow")(cell, out, torch.optim.SGD([*cell.parameters(), *out.parameters()], lr=0.1), torch.randn(5, 2))
