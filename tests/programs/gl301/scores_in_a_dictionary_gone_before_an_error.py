"""The dictionary of scores is local to the method that evaluates: the error in the training after it cannot bring it back."""

import torch
from torch import nn


class Experiment:
    def __init__(self):
        self.net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))

    def evaluate(self, batches):
        self.net.eval()
        scores = {}
        for index, x in enumerate(batches):
            scores[index] = self.net(x)  # ! GL301
        return max(score.mean().item() for score in scores.values())

    def train(self, batches):
        self.net.train()
        for x in batches:
            loss = self.net(x).pow(2).mean()
            loss.backward()
            loss.backward()  # ! GL101


experiment = Experiment()
best = experiment.evaluate(torch.randn(3, 4, 3))
experiment.train(torch.randn(3, 4, 3))
