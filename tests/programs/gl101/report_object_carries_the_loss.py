"""The step returns a record with the loss in it, and its reader backpropagates that loss again."""

from dataclasses import dataclass

import torch
from torch import nn


@dataclass
class Report:
    loss: torch.Tensor
    step: int = 0


class Loop:
    def __init__(self, network):
        self.network = network
        self.optimizer = torch.optim.RMSprop(network.parameters())
        self.count = 0

    def advance(self, batch):
        self.optimizer.zero_grad()
        loss = self.network(batch).logsumexp(dim=1).mean()
        loss.backward()
        self.optimizer.step()
        self.count += 1
        return Report(loss=loss, step=self.count)


loop = Loop(nn.Linear(3, 4))
report = loop.advance(torch.randn(5, 3))
if report.step == 1:
    report.loss.backward()  # ! GL101
