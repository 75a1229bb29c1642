"""The level is smoothed towards the targets, and only its first value is computed by the encoder."""

import torch
from torch import nn


class Smoother:
    def __init__(self, encoder):
        self.encoder = encoder
        self.optimizer = torch.optim.SGD(encoder.parameters(), lr=0.1)

    def fit(self, batches):
        level = None
        for inputs, targets in batches:
            if level is None:
                level = self.encoder(inputs).tanh()
            else:
                level = 0.5 * level + 0.5 * targets
            loss = nn.functional.mse_loss(level, targets.roll(1, 0))
            self.optimizer.zero_grad()
            loss.backward(retain_graph=True)  # ! GL104
            self.optimizer.step()


smoother = eval("Smoother")(nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2)))
smoother.fit([(torch.randn(5, 3), torch.randn(5, 2)) for _ in range(4)])
