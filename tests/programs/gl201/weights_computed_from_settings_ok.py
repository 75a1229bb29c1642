"""The same without an argument: each graph is freed by its own backward."""

import numpy as np
import torch
from torch import nn


class Dataset:
    def __init__(self, samples):
        self.samples = samples

    def __len__(self):
        return self.samples.count()


class Trainer:
    def __init__(self, config, model):
        self.model = model
        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        self.weights = np.array(config.weights) ** config.exponent
        self.weights /= self.weights.sum()

    def loss(self, output):
        loss = output.pow(2)
        for column in range(2):
            loss[..., column] *= self.weights[column]
        return loss.mean()

    def fit(self, batches):
        for x in batches:
            loss = self.loss(self.model(x))
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()


def penalty(output, count):
    return torch.tanh(output).mean() / count


def fit(model, optimizer, samples, batches):
    dataset = Dataset(samples)
    count = len(dataset)
    for x in batches:
        output = model(x)
        loss = output.pow(2).sum() + penalty(output, count)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()


class Samples(list):
    def count(self):
        return len(self)


class Config:
    def __init__(self):
        self.weights, self.exponent = [1.0, 2.0], 0.5


hidden = eval
batches = [torch.randn(2, 3) for _ in range(4)]
network = nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 2))
hidden("Trainer")(Config(), network).fit(batches)
hidden("fit")(network, torch.optim.SGD(network.parameters(), lr=0.1), Samples(batches), batches)
