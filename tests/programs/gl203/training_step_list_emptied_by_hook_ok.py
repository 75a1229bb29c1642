"""Another method empties what a training step has stored."""

import sys

import torch
from torch import nn


class Recorder:
    def __init__(self):
        self.net = nn.Linear(3, 1)
        self.optimizer = torch.optim.SGD(self.net.parameters(), lr=0.1)
        self.pairs = []

    def learn(self, batch, target):
        prediction = self.net(batch)
        loss = nn.functional.mse_loss(prediction, target)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.pairs.append((prediction, target))

    def on_epoch_end(self):
        error = torch.stack([(prediction - target).abs().mean() for prediction, target in self.pairs]).mean().item()
        self.pairs.clear()
        return error


if __name__ == "__main__":
    for name in sys.argv[1:] or ["Recorder"]:
        learner = globals()[name]()
        for _ in range(3):
            learner.learn(torch.randn(4, 3), torch.randn(4, 1))
            learner.on_epoch_end()
