"""A regression that accumulates gradients."""

import torch
from accumulating_base_trainer import AccumulatingBaseTrainer
from torch import nn


class Regression(AccumulatingBaseTrainer):
    """Fits a linear model."""

    def __init__(self, accumulate):
        self.accumulate = accumulate
        self.model = nn.Linear(3, 1)
        self.optimizer = torch.optim.SGD(self.model.parameters(), lr=0.1)

    def loss(self, batch):
        """Return the loss of a batch."""
        return self.model(batch).pow(2).mean() / self.accumulate


if __name__ == "__main__":
    Regression(2).run(torch.randn(4, 8, 3), 4)
