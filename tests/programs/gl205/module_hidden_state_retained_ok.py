"""The state is detached after each clip, so that each backward has a graph of its own to free."""

import torch
from torch import nn


class Track(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn = nn.LSTM(3, 4)
        self.hc = None

    def forward(self, x):
        y, self.hc = self.rnn(x, self.hc)
        return y


track = Track()
for clip in torch.randn(4, 2, 1, 3):
    loss = track(clip).square().mean()
    loss.backward()
    track.hc = tuple(h.detach() for h in track.hc)
