"""A method trains on one window per call and keeps the smoothed features, without their graph, for the next window."""

import sys

import torch
from torch import nn


class WindowRegressor:
    def __init__(self, decay=0.8, weight_decay=0.0):
        self.encoder = nn.Sequential(nn.Linear(3, 6), nn.Tanh())
        self.readout = nn.Linear(6, 1)
        self.decay, self.weight_decay = decay, weight_decay
        self.smoothed = None
        self.optimizer = torch.optim.SGD([*self.encoder.parameters(), *self.readout.parameters()], lr=0.01)

    def features(self, window):
        new = self.encoder(window).mean(dim=0)
        if self.smoothed is None:
            self.smoothed = torch.zeros_like(new)
        self.smoothed = self.decay * self.smoothed.detach() + (1 - self.decay) * new
        return self.smoothed

    def fit_window(self, window, target):
        loss = (self.readout(self.features(window)) - target).pow(2).mean()
        if self.weight_decay > 0:
            loss = loss + self.weight_decay * self.readout.weight.pow(2).sum()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()


if __name__ == "__main__":
    for name in sys.argv[1:] or ["WindowRegressor"]:
        regressor = globals()[name]()
        for _ in range(3):
            regressor.fit_window(torch.randn(5, 3), torch.randn(1))
