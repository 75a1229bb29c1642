"""Adapters are merged into the weights for a sample between the forward and the backward pass."""
import torch
from torch import nn


class LoraLinear(nn.Module):
    def __init__(self, base, rank=2):
        super().__init__()
        self.base = base.requires_grad_(False)
        self.down = nn.Parameter(torch.randn(rank, base.in_features) * 0.1)
        self.up = nn.Parameter(torch.zeros(base.out_features, rank))

    def forward(self, x):
        return self.base(x) + x @ self.down.t() @ self.up.t()  # <- built

    @torch.no_grad()
    def merge(self):
        self.base.weight += self.up @ self.down  # <- changed


def sample(layers, x):
    for layer in layers:
        layer.merge()
    return x


embed = nn.Embedding(9, 4)
layers = nn.ModuleList(LoraLinear(nn.Linear(4, 4)) for _ in range(2))
optimizer = torch.optim.AdamW([*embed.parameters(), *(p for p in layers.parameters() if p.requires_grad)])
tokens = torch.randint(0, 9, (2, 3))
hidden = embed(tokens)
for layer in layers:
    hidden = torch.tanh(layer.base(hidden) + layer(hidden))
loss = hidden.pow(2).mean()
sample(layers, tokens)
loss.backward()  # <- raised
