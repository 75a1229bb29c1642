"""A method that only raises NotImplementedError is implemented by subclasses: what it returns is backpropagated once."""

import torch
from torch import nn


class Trainer:
    def __init__(self, model):
        self.model = model
        self.optimizer = torch.optim.SGD(model.parameters(), lr=0.1)

    def loss_of(self, batch):
        raise NotImplementedError

    def train(self, batches):
        for batch in batches:
            self.optimizer.zero_grad()
            loss = self.loss_of(batch)
            loss.backward()
            self.optimizer.step()


def squared(trainer, batch):
    return trainer.model(batch).pow(2).mean()


eval("setattr")(Trainer, "loss_of", squared)
eval("Trainer.train")(Trainer(nn.Linear(3, 1)), [torch.randn(4, 3) for _ in range(2)])
