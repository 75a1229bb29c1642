"""Trains an autoencoder with batch norm."""

import torch
from base_trainer import BaseTrainer
from torch import nn


class ReconstructionTrainer(BaseTrainer):
    def loss(self, batch):
        return nn.functional.mse_loss(self.model(batch), batch)


if __name__ == "__main__":
    autoencoder = nn.Sequential(nn.Linear(6, 4), nn.BatchNorm1d(4), nn.Linear(4, 6))
    trainer = ReconstructionTrainer(autoencoder, torch.optim.Adam(autoencoder.parameters()))
    trainer.fit(torch.randn(4, 8, 6), torch.randn(2, 8, 6))
