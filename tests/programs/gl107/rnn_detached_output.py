"""The forecaster detaches what it returns, so the loss has no graph."""

import torch
from torch import nn


class Forecaster(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn = nn.LSTM(2, 6)
        self.proj = nn.Linear(6, 2)

    def forward(self, series):
        out, (h, c) = self.rnn(series)
        return self.proj(h[-1]).detach()


forecaster = Forecaster()
adam = torch.optim.Adam(forecaster.parameters())
series = torch.randn(6, 3, 2)
prediction = forecaster(series[:-1])
loss = torch.nn.functional.huber_loss(prediction, series[-1])
loss.backward()  # ! GL107
adam.step()
