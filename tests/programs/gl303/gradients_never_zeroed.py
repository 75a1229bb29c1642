"""zero_grad is named and not called, so that every step goes by the sum of all gradients so far."""

import torch
from torch import nn


class Trainer:
    def __init__(self, network):
        self.network = network
        self.optimizer = torch.optim.SGD(network.parameters(), lr=0.05)

    def update(self, batch):
        self.optimizer.zero_grad  # ! GL303
        loss = self.network(batch).pow(2).mean()
        loss.backward()
        self.optimizer.step()
        return loss.item()


trainer = Trainer(nn.Linear(3, 1))
print([trainer.update(batch) for batch in torch.randn(4, 5, 3)])
