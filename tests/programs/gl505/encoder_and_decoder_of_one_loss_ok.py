"""One loss trains two parts, each with an optimizer; both step every third batch and are reset for each."""

import torch
from torch import nn


class Trainer:
    def __init__(self, every):
        self.every = every
        self.encoder, self.decoder = nn.Linear(6, 3), nn.Linear(3, 6)
        self.optimizers = [torch.optim.SGD(part.parameters(), lr=0.1) for part in (self.encoder, self.decoder)]

    def fit(self, batches):
        first, second = self.optimizers
        for number, batch in enumerate(batches, 1):
            loss = (self.decoder(self.encoder(batch)) - batch).square().mean()
            (loss / self.every).backward()
            if number % self.every == 0:
                first.step()
                second.step()
                first.zero_grad()
                second.zero_grad()


Trainer(3).fit(torch.randn(9, 4, 6))
