"""A trainer with an optimizer and a schedule of its own."""

import torch
from scheduled_base_trainer import ScheduledBaseTrainer
from torch import nn


class RegressionTrainer(ScheduledBaseTrainer):
    """Trains a linear model."""

    def __init__(self, batches):
        self.batches = batches
        self.model = nn.Linear(3, 1)
        self.optimizer = torch.optim.Adam(self.model.parameters(), lr=0.1)
        self.scheduler = torch.optim.lr_scheduler.MultiStepLR(self.optimizer, [2])

    def train_epoch(self, epoch):
        """Train one epoch."""
        for x in self.batches:
            self.optimizer.zero_grad()
            self.model(x).pow(2).mean().backward()
            self.optimizer.step()


if __name__ == "__main__":
    RegressionTrainer(torch.randn(2, 4, 3)).run(4)
