"""The scores are computed under no_grad, and training backpropagates once."""

import torch
from torch import nn


class Experiment:
    def __init__(self):
        self.net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))

    def evaluate(self, batches):
        self.net.eval()
        scores = {}
        for index, x in enumerate(batches):
            with torch.no_grad():
                scores[index] = self.net(x)
        return max(score.mean().item() for score in scores.values())

    def train(self, batches):
        self.net.train()
        for x in batches:
            loss = self.net(x).pow(2).mean()
            loss.backward()


experiment = Experiment()
best = experiment.evaluate(torch.randn(3, 4, 3))
experiment.train(torch.randn(3, 4, 3))
