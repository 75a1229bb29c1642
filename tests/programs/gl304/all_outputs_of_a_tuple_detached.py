"""Both parts of the encoder's output are detached in the lines that follow: no gradient is to come back to it."""

import torch
from torch import nn


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(6, 8)
        self.mean, self.spread = nn.Linear(8, 2), nn.Linear(8, 2)

    def forward(self, x):
        hidden = torch.tanh(self.body(x))
        return self.mean(hidden), self.spread(hidden).exp()


encoder, probe = Encoder(), nn.Linear(4, 1)
optimizers = [torch.optim.SGD(encoder.parameters(), lr=0.1), torch.optim.SGD(probe.parameters(), lr=0.1)]
for batch, label in zip(torch.randn(3, 5, 6), torch.randn(3, 5, 1)):
    mean, spread = encoder(batch)
    optimizers[0].zero_grad()
    (mean.pow(2) + spread - spread.log()).sum(dim=1).mean().backward()
    optimizers[0].step()
    mean, spread = encoder(batch)  # ! GL304
    known = torch.cat([mean.detach(), spread.detach()], dim=1)
    optimizers[1].zero_grad()
    (probe(known) - label).abs().mean().backward()
    optimizers[1].step()
