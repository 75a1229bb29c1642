"""Nothing calls `generate`: its helpers are also those of `forward`, so they show no evaluation with grad mode on."""

import torch
from torch import nn


class Decoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(4, 4)
        self.layers = nn.ModuleList(nn.Linear(4, 4) for _ in range(3))
        self.last = nn.Linear(4, 4)

    def forward(self, x):
        output = self._embed(x)
        skips = []
        for layer in self.layers:
            output, skip = self._block(output, layer)
            skips.append(skip)
        return self.last(sum(skips))

    def generate(self, x, count):
        found = [x]
        for _ in range(count):
            output = self._embed(found[-1])
            skips = []
            for layer in self.layers:
                output, skip = self._block(output, layer)
                skips.append(skip)
            found.append(torch.softmax(self.last(sum(skips)), -1).multinomial(4).float())
        return torch.cat(found).numpy()

    def _embed(self, x):
        return self.first(x)

    def _block(self, x, layer):
        output = torch.tanh(layer(x))
        return output + x, output
