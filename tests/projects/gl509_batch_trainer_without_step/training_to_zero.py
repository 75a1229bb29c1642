"""A trainer with a model and an optimizer of its own."""

import torch
from batch_trainer import BatchTrainer
from torch import nn


class NormTrainer(BatchTrainer):
    """Trains a linear layer to output zeros."""

    def __init__(self):
        self.model = nn.Linear(3, 2)
        self.optimizer = torch.optim.Adagrad(self.model.parameters())

    def loss(self, batch):
        """Return the loss of a batch."""
        return self.model(batch).norm()

    def after_batch(self):
        """Report the weights."""
        print(self.model.weight.tolist())


if __name__ == "__main__":
    NormTrainer().run(torch.randn(4, 8, 3))
