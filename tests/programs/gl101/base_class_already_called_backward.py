"""The base class's step has already backpropagated the loss that it returns; the subclass backpropagates it once more."""

import torch
from torch import nn


class Trainer:
    def __init__(self, network, lr):
        self.network = network
        self.optimizer = torch.optim.SGD(network.parameters(), lr=lr)

    def loss(self, batch):
        raise NotImplementedError

    def training_step(self, batch):
        loss = self.loss(batch)
        loss.backward()
        return loss


class AutoencoderTrainer(Trainer):
    def loss(self, batch):
        return nn.functional.binary_cross_entropy_with_logits(self.network(batch), batch)

    def training_step(self, batch):
        self.optimizer.zero_grad()
        loss = super().training_step(batch)
        loss.backward()  # ! GL101
        self.optimizer.step()
        return loss.item()


trainer = AutoencoderTrainer(nn.Sequential(nn.Linear(9, 3), nn.ReLU(), nn.Linear(3, 9)), lr=0.5)
print([trainer.training_step(glyphs) for glyphs in torch.rand(2, 5, 9).round()])
