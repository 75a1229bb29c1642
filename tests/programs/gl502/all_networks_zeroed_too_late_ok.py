"""All networks are zeroed before the backward."""

import torch
from torch import nn


class Cycle:
    def __init__(self):
        self.there, self.back = nn.Linear(3, 3), nn.Linear(3, 3)
        self.optimizer = torch.optim.SGD([*self.there.parameters(), *self.back.parameters()], lr=0.1)

    def zero_all(self):
        for network in (self.there, self.back):
            network.zero_grad()

    def update(self, batch):
        self.zero_all()
        (self.back(self.there(batch)) - batch).abs().mean().backward()
        self.optimizer.step()


cycle = Cycle()
for batch in torch.randn(3, 4, 3):
    cycle.update(batch)
