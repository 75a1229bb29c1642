"""The window of the last readings is shifted in place, under the convolution that saved it for its weight's gradient."""

import torch
from torch import nn


class Predictor:
    def __init__(self, width):
        self.window = torch.zeros(1, 1, width)
        self.conv = nn.Conv1d(1, 1, 3)
        self.optimizer = torch.optim.SGD(self.conv.parameters(), lr=0.1)

    def push(self, reading):
        self.window[..., :-1] = self.window[..., 1:].clone()
        self.window[..., -1] = reading

    def learn(self, readings):
        for reading in readings:
            guess = self.conv(self.window)[..., -1]
            self.push(reading)
            self.optimizer.zero_grad()
            (guess - reading).pow(2).sum().backward()  # ! GL105
            self.optimizer.step()


Predictor(width=5).learn(torch.randn(3))
