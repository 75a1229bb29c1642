"""The output of each layer is stored under a name made of its number, once for all batches."""

import torch
from torch import nn


class Extractor:
    def __init__(self, width=4, depth=3):
        self.layers = nn.ModuleList([nn.Linear(width, width) for _ in range(depth)])
        self.features = {}

    def __call__(self, x):
        for i, layer in enumerate(self.layers):
            x = torch.relu(layer(x))
            self.features[f"conv{i}"] = x
        return x


extractor = Extractor()
opt = torch.optim.SGD(extractor.layers.parameters(), lr=0.1)
for step in range(40):
    loss = extractor(torch.randn(2, 4)).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
print({name: value.shape for name, value in extractor.features.items()})
