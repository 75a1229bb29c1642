"""A GRU does not save its outputs, and the last states of an LSTM are tensors of their own."""

import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.gru = nn.GRU(4, 8, batch_first=True)
        self.lstm = nn.LSTM(8, 8, batch_first=True)

    def forward(self, x):
        outputs, _ = self.gru(x)
        outputs.mul_(0.5)
        _, (hidden, cell) = self.lstm(outputs)
        hidden.mul_(0.5)
        return hidden[-1] + cell[-1]


encoder = Encoder()
loss = encoder(torch.randn(2, 5, 4)).pow(2).mean()
loss.backward()
print(encoder.lstm.weight_hh_l0.grad.norm().item())
