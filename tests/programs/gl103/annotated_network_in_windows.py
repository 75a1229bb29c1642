"""A GRU that the annotation names goes through one long series, and its memory is never detached."""

from typing import Optional

import torch
from torch import nn


def truncated(rnn: nn.GRU, readout: "nn.Linear", opt: Optional[torch.optim.Optimizer], series: torch.Tensor, window: int = 2):
    memory = torch.zeros(rnn.num_layers, 1, rnn.hidden_size)
    for start in range(0, series.size(1) - window, window):
        y, memory = rnn(series[:, start : start + window], memory)
        loss = nn.functional.mse_loss(readout(y), series[:, start + 1 : start + window + 1])
        opt.zero_grad()
        loss.backward()  # ! GL103
        opt.step()


rnn, readout = nn.GRU(3, 4, batch_first=True), nn.Linear(4, 3)
eval("truncated")(rnn, readout, torch.optim.SGD(rnn.parameters(), lr=0.1), torch.randn(1, 9, 3))
