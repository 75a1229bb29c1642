"""The logger puts each value into a list under its name, and one of the values is a loss with its graph."""

from collections import defaultdict

import torch
from torch import nn


class Logger:
    def __init__(self):
        self.series = defaultdict(list)

    def log(self, **values):
        for name, value in values.items():
            self.series[name].append(value)  # ! GL203

    def summary(self):
        return {name: round(sum(float(v) for v in values) / len(values), 4) for name, values in self.series.items()}


class Trainer:
    def __init__(self, network, logger):
        self.network, self.logger = network, logger
        self.optimizer = torch.optim.RMSprop(network.parameters(), lr=1e-3)

    def step(self, batch):
        loss = self.network(batch).abs().mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.logger.log(loss=loss, size=len(batch))


logger = Logger()
trainer = Trainer(nn.Sequential(nn.Linear(3, 4), nn.SiLU(), nn.Linear(4, 1)), logger)
for batch in torch.randn(5, 4, 3):
    trainer.step(batch)
print(logger.summary())
