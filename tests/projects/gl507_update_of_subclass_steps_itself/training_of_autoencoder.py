"""A trainer with an update of its own."""

import torch
from scaling_base_trainer import ScalingBaseTrainer
from torch import nn


class AutoencoderTrainer(ScalingBaseTrainer):
    """Trains a linear autoencoder."""

    def loss(self, batch):
        """Return the loss of a batch."""
        return (self.model(batch) - batch).pow(2).mean()

    def update(self):
        """Step without momentum."""
        self.optimizer.step()


if __name__ == "__main__":
    AutoencoderTrainer(nn.Linear(3, 3)).run(torch.randn(4, 8, 3))
