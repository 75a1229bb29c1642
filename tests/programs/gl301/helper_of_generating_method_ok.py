"""The samples that `generate` computes by a helper of `forward` are computed with grad mode off."""

import torch
from torch import nn


class Decoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(4, 4)
        self.last = nn.Linear(4, 4)

    def forward(self, x):
        return self.last(self._embed(x))

    def generate(self, x, count):
        found = [x]
        for _ in range(count):
            found.append(torch.softmax(self._embed(found[-1]), -1).multinomial(4).float())
        return torch.cat(found).numpy()

    def _embed(self, x):
        return self.first(x)


decoder = Decoder()
with torch.no_grad():
    samples = decoder.generate(torch.randn(2, 4), 3)
