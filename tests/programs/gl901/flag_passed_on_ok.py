"""The flag is passed on under the new name."""

import torch
from torch import nn


class Trainer:
    def __init__(self, network, keep_graph):
        self.network, self.keep_graph = network, keep_graph
        self.optimizer = torch.optim.SGD(network.parameters(), lr=0.1)

    def walk(self, loss):
        self.optimizer.zero_grad()
        loss.backward(retain_graph=self.keep_graph)
        self.optimizer.step()


trainer = Trainer(nn.Linear(3, 1), keep_graph=False)
trainer.walk(trainer.network(torch.randn(4, 3)).abs().mean())
